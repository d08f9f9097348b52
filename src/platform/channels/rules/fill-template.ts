/** How a value is written so that it cannot leave its place in the request. */
export type TemplateForm = 'json' | 'form' | 'header';

/**
 * Puts values into `{name}`: only declared names, in one pass, so a value that looks like a placeholder stays text
 * (security 6.7). In a header control characters are dropped, elsewhere they are escaped.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>, form: TemplateForm): string {
  return template.replace(/\{([A-Za-z]+)\}/g, (literal, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? literal : ESCAPES[form](value);
  });
}

const ESCAPES: Readonly<Record<TemplateForm, (value: string) => string>> = {
  json: (value) => JSON.stringify(value).slice(1, -1),
  form: (value) => encodeURIComponent(value.toWellFormed()),
  header: (value) => value.replace(/\p{Cc}/gu, ''),
};
