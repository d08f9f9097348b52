// As the device asks, before anything is drawn: the colours are the console's, whose dark theme is a word on <html>.
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : '';
};
dark.addEventListener('change', follow);
follow();
