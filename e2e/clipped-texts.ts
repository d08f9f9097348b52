import type { Page } from 'playwright-core';

/**
 * Texts of which a reader cannot see all: cut by an ancestor that hides what runs over, or beyond the window's edge. An
 * ellipsis is meant where the whole text can be had (a title, a tooltip, a cell of a table). Runs in the page.
 */
const FIND = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const hides = (value) => value === 'hidden' || value === 'clip';
  const scrolls = (value) => value === 'auto' || value === 'scroll';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim();
    const parent = node.parentElement;
    if (!text || !parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true })) continue;
    if (parent.closest('script, style, title, option, svg, .visually-hidden, .skip-link')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    let isCut = false;
    let canScroll = false;
    for (let at = parent; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.position === 'fixed') canScroll = true;
      const edge = at.getBoundingClientRect();
      if (edge.width <= 1 || edge.height <= 1) { isCut = false; canScroll = true; break; }
      // Put wholly beyond the edge: hidden on purpose.
      if (hides(style.overflowX) && box.left >= edge.right - 1) { canScroll = true; break; }
      const meant = style.textOverflow === 'ellipsis' && at.closest('[data-tip], [data-tip-cut], td:not(:has(.row-actions)), th');
      if (!canScroll && hides(style.overflowX) && !meant && (box.right > edge.right + 1.5 || box.left < edge.left - 1.5)) isCut = true;
      if (!canScroll && hides(style.overflowY) && !meant && (box.bottom > edge.bottom + 3 || box.top < edge.top - 3)) isCut = true;
      if (meant || scrolls(style.overflowX) || scrolls(style.overflowY)) canScroll = true;
      if (isCut) break;
    }
    if (!isCut && !canScroll && (box.right > innerWidth + 1.5 || box.left < -1.5)) isCut = true;
    if (isCut) found.push(parent.tagName.toLowerCase() + (parent.className ? '.' + String(parent.className).split(' ')[0] : '') + ': ' + text.slice(0, 60));
  }
  for (const field of document.querySelectorAll('input[placeholder]')) {
    if (!field.checkVisibility() || field.value || field.dataset.tip) continue;
    const style = getComputedStyle(field);
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = style.font;
    const room = field.clientWidth - parseFloat(style.paddingInlineStart) - parseFloat(style.paddingInlineEnd);
    if (pen.measureText(field.placeholder).width > room + 1) found.push('placeholder: ' + field.placeholder);
  }
  return [...new Set(found)];
})()`;

export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(FIND);
}
