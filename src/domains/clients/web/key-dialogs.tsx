import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { call } from '#platform/http/web/call.ts';
import { SelectField } from '#ui/fields/select-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { ShownOnce } from '#ui/shown-once/shown-once.tsx';
import { useFormatTime } from '#ui/time/time.tsx';
import type { StorefrontClient } from '../contract/clients.ts';
import { clientEndpoints, KEPT_HOURS, type NewKey } from '../contract/endpoints.ts';

type Client = Pick<StorefrontClient, 'id' | 'name' | 'keyMadeAt'>;

interface Shown {
  /** Whose key is about to be made. */
  readonly asked?: Client;
  /** It is here alone, until the dialog closes. */
  readonly made?: { readonly client: Client; readonly key: NewKey };
}
const useShown = create<Shown>(() => ({}));
const close = (): void => useShown.setState({}, true);

export const openKeyDialog = (asked: Client): void => useShown.setState({ asked }, true);

export function KeyDialogs() {
  const { asked, made } = useShown();
  if (made) return <ShownKey made={made} />;
  return asked ? <MakeKey key={asked.id} client={asked} /> : null;
}

function MakeKey({ client }: { client: Client }) {
  const { t } = useTranslation('clients');
  const isRotation = client.keyMadeAt !== null;
  return (
    <FormDialog
      namespace="clients"
      title={t(isRotation ? 'key.rotateTitle' : 'key.makeTitle', { name: client.name })}
      schema={clientEndpoints.makeKey.request}
      initialValues={{ id: client.id, keepHours: isRotation ? '24' : '0' }}
      intro={<p>{t(isRotation ? 'key.rotateIntro' : 'key.makeIntro')}</p>}
      verb={t('key.verb')}
      onSubmit={(request, { idempotencyKey }) =>
        call(clientEndpoints.makeKey, request, { idempotencyKey, notices: 'none' })
      }
      onSaved={(key) => {
        // after the dialog has closed itself
        queueMicrotask(() => useShown.setState({ made: { client, key: key as NewKey } }, true));
      }}
      onClose={close}
    >
      {isRotation && (
        <SelectField
          name="keepHours"
          label={t('key.keep')}
          options={KEPT_HOURS.map((hours) => ({ value: hours, label: t(`key.keepFor.${hours}`) }))}
        />
      )}
    </FormDialog>
  );
}

function ShownKey({ made }: { made: NonNullable<Shown['made']> }) {
  const { client, key: answer } = made;
  const { key, previousUntil } = answer;
  const { t } = useTranslation('clients');
  const time = useFormatTime();
  return (
    <ShownOnce
      title={t('key.shownTitle', { name: client.name })}
      text={t('key.shown')}
      value={key}
      note={previousUntil && t('key.until', { time: time(previousUntil) })}
      copyLabel={t('key.copy')}
      copied={t('key.copied')}
      doneLabel={t('key.done')}
      onClose={close}
    />
  );
}
