import type { Locator } from 'playwright-core';

const listOf = (box: Locator): Locator => box.page().locator('.option-picker');

/** Opens a select and chooses by words, or by place. */
export async function choose(box: Locator, option: string | RegExp | number): Promise<void> {
  await box.click();
  const found =
    typeof option === 'number'
      ? listOf(box).getByRole('option').nth(option)
      : listOf(box).getByRole('option', { name: option, exact: typeof option === 'string' });
  await found.click();
}

/** The words of all options. */
export async function optionsOf(box: Locator): Promise<string[]> {
  await box.click();
  const options = listOf(box).getByRole('option');
  await options.first().waitFor();
  const words = await options.allInnerTexts();
  await box.page().keyboard.press('Escape');
  await options.first().waitFor({ state: 'detached' });
  return words;
}
