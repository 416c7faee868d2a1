// Results with so many findings, of two programs: many.mjs RESULTS.json N
import { readFileSync } from 'node:fs';

const results = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const programs = results.programs.map((program) => program.name);
results.findings = Array.from({ length: Number(process.argv[3]) }, (_, n) => {
  const finding = structuredClone(results.findings[n % results.findings.length]);
  return { ...finding, id: `${finding.id}-${n}`, program: programs[n % programs.length] };
});
process.stdout.write(JSON.stringify(results));
