import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentTenant } from '#platform/viewer/web/use-tenant.ts';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { JsonEditor } from '#ui/json-editor/json-editor.tsx';
import { jsonFault } from '#ui/json-editor/json-fault.ts';
import { configOf } from '../../rules/config-text.ts';

/** The same settings as one text, for who has them from elsewhere; earlier texts come back. Secrets are never part of it. */
export function SettingsJson({ code, names }: { code: string; names: readonly string[] }) {
  const { t } = useTranslation('tenants');
  const { values, set } = useForm();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const textOf = (config: Readonly<Record<string, unknown>>): string =>
    JSON.stringify(Object.fromEntries(names.map((name) => [name, config[name] ?? ''])), null, 2);
  const shown = textOf(values);
  // what was typed stays as it was typed, until a field says something else
  const isTyped =
    typed !== undefined && (jsonFault(typed) !== undefined || textOf({ ...values, ...configOf(typed) }) === shown);
  const take = (text: string): void => {
    setTyped(text);
    const config = configOf(text);
    for (const name of names) if (name in config) set(name, config[name]);
  };
  return (
    <details className="settings-json" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('json.title')}</summary>
      {isOpen && (
        <>
          <p className="field-hint">{t('json.hint')}</p>
          <JsonEditor
            label={t('json.title')}
            code={`tenants.${currentTenant()?.id ?? ''}.${code}`}
            value={isTyped ? typed : shown}
            onChange={take}
          />
        </>
      )}
    </details>
  );
}
