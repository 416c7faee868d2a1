// What the page can do beyond being read. It builds no markup: texts are set as texts.
(() => {
  'use strict';
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));
  const byId = (id) => document.getElementById(id);

  // Findings and their filters.

  const form = byId('filters');
  const findings = all('article.finding');
  const texts = new Map();

  // A finding's text is gathered when something is first searched for.
  const textOf = (finding) => {
    if (!texts.has(finding)) texts.set(finding, finding.textContent.toLowerCase());
    return texts.get(finding);
  };

  const wanted = () => {
    const data = new FormData(form);
    return {
      classes: new Set(data.getAll('class')),
      accepted: data.has('accepted'),
      program: data.get('program') || '',
      words: String(data.get('text') || '').toLowerCase().split(/\s+/).filter(Boolean),
    };
  };

  const fits = (finding, filter) =>
    filter.classes.has(finding.dataset.class) &&
    (filter.accepted || !finding.classList.contains('is-accepted')) &&
    (!filter.program || finding.dataset.program === filter.program) &&
    filter.words.every((word) => textOf(finding).includes(word));

  const applyFilters = () => {
    const filter = wanted();
    let shown = 0;
    for (const finding of findings) {
      finding.hidden = !fits(finding, filter);
      shown += finding.hidden ? 0 : 1;
    }
    byId('none').hidden = shown > 0;
    byId('count').textContent = `${shown} of ${findings.length} finding${findings.length === 1 ? '' : 's'}`;
  };

  if (form) {
    form.hidden = false;
    form.addEventListener('input', applyFilters);
    form.addEventListener('submit', (event) => event.preventDefault());
    const setAll = (open) => {
      for (const finding of findings) {
        if (!finding.hidden) finding.querySelector('details').open = open;
      }
    };
    byId('open-all').addEventListener('click', () => setAll(true));
    byId('close-all').addEventListener('click', () => setAll(false));
    document.addEventListener('keydown', (event) => {
      const isTyping = event.target.matches('input[type=search], select');
      if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        form.elements.text.focus();
      }
    });
    applyFilters();
  }

  // A link to a finding opens it, whatever the filters say.

  const follow = () => {
    const target = byId(decodeURIComponent(location.hash.slice(1)));
    if (!target || !target.matches('article.finding')) return;
    if (target.hidden) {
      form.reset();
      if (target.classList.contains('is-accepted')) form.elements.accepted.checked = true;
      applyFilters();
    }
    target.querySelector('details').open = true;
    target.scrollIntoView({ behavior: 'instant' });
    target.querySelector('summary').focus({ preventScroll: true });
  };
  addEventListener('hashchange', follow);
  follow();

  // Copying a command.

  const selectText = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  };

  // Where the clipboard cannot be had, the old way, or at least a selection.
  const copyOldWay = (element) => {
    selectText(element);
    try {
      return document.execCommand('copy');
    } catch {
      return false;
    }
  };

  const copy = async (element) => {
    if (navigator.clipboard && navigator.clipboard.writeText) {
      try {
        await navigator.clipboard.writeText(element.textContent);
        return true;
      } catch {
        // Refused: the page may lack the permission, or the focus.
      }
    }
    return copyOldWay(element);
  };

  document.addEventListener('click', async (event) => {
    const button = event.target.closest('button.copy');
    if (!button) return;
    const done = await copy(button.parentElement.querySelector('code'));
    button.textContent = done ? 'Copied' : 'Selected';
    button.classList.toggle('done', done);
    byId('said').textContent = done ? 'Copied' : 'Selected: copy it with the keyboard';
    setTimeout(() => {
      button.textContent = 'Copy';
      button.classList.remove('done');
    }, 1600);
  });
  const said = document.createElement('p');
  said.id = 'said';
  said.className = 'hide';
  said.setAttribute('role', 'status');
  document.body.append(said);

  // On paper everything is open that the filters leave, and nothing is there twice.

  let closed = [];
  addEventListener('beforeprint', () => {
    closed = all('details:not([open], .again)');
    for (const details of closed) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of closed) details.open = false;
    closed = [];
  });
})();
