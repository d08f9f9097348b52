/**
 * Copies where the browser allows it, and answers whether it did; plain http pages on a company network have no clipboard of the
 * new kind.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const box = document.createElement('textarea');
  box.value = text;
  box.style.position = 'fixed';
  box.style.insetBlockStart = '-100px';
  // Inside of an open dialog, for all else is inert.
  const place = document.activeElement?.closest('dialog') ?? document.body;
  const before = document.activeElement;
  place.append(box);
  box.select();
  const isCopied = document.execCommand('copy');
  box.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}
