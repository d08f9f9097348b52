// Before anything is drawn: the theme that was chosen in the console, else what the device prefers.
const STORED = 'pro__DEFAULT_THEME';
let chosen;
try {
  chosen = JSON.parse(localStorage.getItem(STORED) ?? 'null')?.value;
} catch {
  // storage is blocked
}
const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.dataset.theme = dark ? 'dark' : '';
