import { type RecordFormProps, RecordInput } from '#system/records/web/page.tsx';
import { AmountsField } from './amounts-field.tsx';
import { ContentField } from './content-field.tsx';

/** The channel first: it says what else is to be filled in. It stays once the setting is there. */
export function PaymentConfigForm({ kind, row }: RecordFormProps) {
  const input = (name: string) => <RecordInput kind={kind} name={name} id={row?.id} />;
  return (
    <>
      {!row && input('channel')}
      {input('customName')}
      {input('customNameZh')}
      <ContentField id={row?.id} />
      {input('status')}
      {input('appEnabled')}
      {input('posEnabled')}
      <AmountsField />
    </>
  );
}
