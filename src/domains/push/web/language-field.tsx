import { useLanguages } from '#system/languages/web/listed/index.ts';
import { SelectField } from '#ui/fields/select-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';

/** One of the languages that are on, or the one that is chosen already. */
export function LanguageField({ name }: { name: string }) {
  const { values } = useForm();
  const own = String(values[name] ?? '');
  const options = new Map([...(own === '' ? [] : [[own, own] as const]), ...useLanguages()]);
  return <SelectField name={name} options={[...options].map(([value, label]) => ({ value, label }))} />;
}

/** In its own words. */
export function LanguageName({ tag }: { tag: string }) {
  return useLanguages().get(tag) ?? tag;
}
