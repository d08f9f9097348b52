import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { SECRET_MASK } from '#system/tenants/contract/tenant-info.ts';
import { FieldNotes } from '#ui/fields/field-frame.tsx';
import { useField, useForm } from '#ui/form-dialog/form-context.ts';
import { JsonEditor } from '#ui/json-editor/json-editor.tsx';
import { ADAPTERS } from '../contract/adapters.ts';
import type { ConfigChannel } from '../contract/config-channels.ts';
import { isMasked } from '../contract/secret-text.ts';

const NAME = 'configContent';
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? {}, null, 2));

/** The keys of a setting as JSON. A draft never holds them, and what is kept of earlier texts has masks for secrets. */
export function ContentField({ id }: { id: string | undefined }) {
  const { t } = useTranslation('payment-configs');
  const { values, withhold, set } = useForm();
  const tenant = useTenant();
  const channel = values['channel'] as ConfigChannel | undefined;
  const adapter = channel === undefined ? undefined : ADAPTERS[channel];
  const hint = channel === 'free' ? t('hint.free') : t('hint.configContent');
  const field = useField({ name: NAME, label: t('field.configContent'), hint });
  useEffect(() => withhold(NAME), [withhold]);
  // a new setting begins with the names that its channel wants
  useEffect(() => {
    if (id === undefined && adapter) set(NAME, adapter.blank);
  }, [id, adapter, set]);
  if (!adapter || channel === 'free') return channel === 'free' ? <p className="field-hint">{hint}</p> : null;
  return (
    <div className="field">
      <span className="field-label" aria-hidden>
        {field.label}
      </span>
      <div id={field.id}>
        <JsonEditor
          label={field.label}
          value={textOf(field.value)}
          onChange={(text) => field.set(text)}
          code={`payment-config.${tenant.id}.${id ?? 'new'}`}
          kept={(text) => withoutSecrets(text, adapter.secrets)}
        />
      </div>
      <FieldNotes field={field} />
    </div>
  );
}

/** Restored later, a mask keeps the secret that is stored then. */
function withoutSecrets(text: string, secrets: readonly string[]): string | undefined {
  try {
    const content = JSON.parse(text) as Record<string, unknown>;
    const shown = Object.entries(content).map(([name, value]) => {
      const isSecret = secrets.includes(name) && typeof value === 'string' && value !== '' && !isMasked(value);
      return [name, isSecret ? SECRET_MASK : value];
    });
    return JSON.stringify(Object.fromEntries(shown), null, 2);
  } catch {
    return undefined;
  }
}
