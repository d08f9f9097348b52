import { useTranslation } from 'react-i18next';
import { recordsPage } from '#system/records/web/page.tsx';
import { RecordFields } from '#system/records/web/record-page.tsx';
import { useMay } from '#ui/allowed/allowed.tsx';
import { ButtonLink } from '#ui/button/button.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { REMOVED_DICTIONARIES } from '../contract/addresses.ts';
import { dictionaries } from '../contract/dictionaries.ts';
import { dictionaryRecordEndpoints } from '../contract/endpoints.ts';
import { DictionaryItems } from './dictionary-items.tsx';

function BinLink() {
  const { t } = useTranslation('dictionary-records');
  const may = useMay();
  return may(dictionaryRecordEndpoints.bin) && <ButtonLink to={REMOVED_DICTIONARIES}>{t('bin.open')}</ButtonLink>;
}

function Delivered() {
  const { t } = useTranslation('dictionary-records');
  return <Tag plain>{t('delivered')}</Tag>;
}

/** What the code asks for by its code is not in the form. */
const OF_DELIVERED = ['dictName', 'dictNameZh', 'description'];

export default recordsPage(dictionaries, {
  icon: 'list',
  shown: ['dictName', 'dictCode', 'type', 'items', 'isDelivered', 'description'],
  widths: { items: 84, isDelivered: 112, type: 108 },
  cells: { isDelivered: (row) => (row.isDelivered ? <Delivered /> : '–') },
  actions: BinLink,
  above: (row) => <DictionaryItems dictId={row.id} />,
  form: ({ kind, row }) => (
    <RecordFields kind={kind} id={row?.id} {...(row?.['isDelivered'] ? { only: OF_DELIVERED } : {})} />
  ),
});
