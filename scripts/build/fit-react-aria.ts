import type { Plugin } from 'vite';

/**
 * React Aria in a console with a strict content security policy, two languages and one calendar (decision 38). It carries its words
 * in 34 languages and a dozen calendars: without the others the chunk of date fields is a third smaller. And it empties its live
 * regions through `innerHTML`, which trusted types refuse.
 */
export function fitReactAria(): Plugin {
  return {
    name: 'fit-react-aria',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/(react-aria|react-stately|@internationalized\/date)\/dist\/private\// },
      handler(code, id) {
        const fitted = fittedSource(id, code);
        return fitted === undefined ? undefined : { code: fitted, map: null };
      },
    },
  };
}

const WORDS = /\/intl\/[a-z]+\/([a-z]{2}-[A-Z]{2})\.mjs$/;
const OURS: readonly string[] = ['en-US', 'zh-CN'];

/**
 * The source of a module as the console takes it; undefined where it stays as it is. What is only weight stays so, too, in a
 * version that writes it otherwise (`npm run size` shows it); what would break the fields fails the build.
 */
export function fittedSource(id: string, code: string): string | undefined {
  const [, language] = WORDS.exec(id) ?? [];
  if (language !== undefined) return OURS.includes(language) ? undefined : 'export default {};';
  if (id.endsWith('/createCalendar.mjs')) {
    const gregorian = /GregorianCalendar as ([$\w]+)/.exec(code)?.[1];
    return gregorian && code.replaceAll(/return new \(0, [$\w]+\)\(\);/g, `return new ${gregorian}();`);
  }
  if (!/\.innerHTML\b/.test(code)) return undefined;
  const fitted = code.replaceAll(/\.innerHTML = '';/g, '.replaceChildren();');
  if (/\.innerHTML\b/.test(fitted)) throw new Error(`${id} writes HTML, which the content security policy refuses`);
  return fitted;
}
