// Runs inside of a page: how it fits, how large and how visible its texts are.
export const measure = () => {
  const parse = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const over = (top, below) => ({
    r: top.r * top.a + below.r * (1 - top.a),
    g: top.g * top.a + below.g * (1 - top.a),
    b: top.b * top.a + below.b * (1 - top.a),
    a: 1,
  });
  const linear = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ({ r, g, b }) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const ratio = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  // All that lies below an element, up to the page.
  const background = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const box = at.parentElement?.querySelector(':scope > rect.node');
      layers.push(parse(at.matches('text') && box ? getComputedStyle(box).fill : getComputedStyle(at).backgroundColor));
    }
    return layers.reverse().reduce((below, top) => over(top, below), { r: 255, g: 255, b: 255, a: 1 });
  };
  const faint = [];
  let smallest = Infinity;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest('script, style, .hide, .skip, title')) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(element);
    smallest = Math.min(smallest, parseFloat(style.fontSize));
    const colour = parse(element.matches('text') ? style.fill : style.color);
    const contrast = ratio(over(colour, background(element)), background(element));
    if (contrast < 4.5) {
      faint.push(`${contrast.toFixed(2)} ${element.tagName}.${element.className?.baseVal ?? element.className}: ${walker.currentNode.data.slice(0, 40)}`);
    }
  }
  return {
    overflow: document.documentElement.scrollWidth - innerWidth,
    smallest,
    faint: [...new Set(faint)].slice(0, 20),
    hacked: Boolean(window.hacked),
  };
};
