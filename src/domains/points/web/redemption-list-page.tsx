import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { StatusTag } from '#ui/status/status.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { pointsEndpoints } from '../contract/endpoints.ts';
import { RedemptionState } from '../contract/points.ts';
import { type ListedRedemption, redemptions } from '../contract/redemptions.ts';
import { CustomerLink } from './customer-link.tsx';
import { redemptionTags } from './points-tags.ts';
import { openReverse, ReverseDialogs } from './reverse-dialog.tsx';

const Page = recordsPage(redemptions, {
  icon: 'check',
  shown: ['redeemedAt', 'customerId', 'title', 'points', 'couponId', 'code', 'codeUsed', 'state'],
  widths: { points: 96, code: 144, codeUsed: 128, state: 120 },
  views: [
    { key: 'all' },
    { key: 'open', request: { state: '1', codeUsed: 'false' } },
    { key: 'used', request: { codeUsed: 'true' } },
    { key: 'reversed', request: { state: '2' } },
  ],
  cells: {
    customerId: (row) => <CustomerLink id={row.customerId} name={row.customerName} />,
    title: (row) => localName(currentLanguage(), row.title, row.titleZh),
    codeUsed: (row) => <Used is={row.codeUsed} />,
    state: (row) => <StatusTag of={redemptionTags} code={row.state} />,
  },
  rowActions: (row, t) => reverseAction(row, t),
});

/** What customers took out of the points mall. */
export default function RedemptionListPage() {
  return (
    <>
      <Page />
      <ReverseDialogs />
    </>
  );
}

function Used({ is }: { is: boolean }) {
  const { t } = useTranslation('redemptions');
  return <Tag tone={is ? 'neutral' : 'success'}>{t(is ? 'used.yes' : 'used.no')}</Tag>;
}

function reverseAction(row: ListedRedemption, t: TFunction): RowAction[] {
  if (row.state !== RedemptionState.redeemed || row.codeUsed) return [];
  return [
    {
      ...{ key: 'reverse', icon: 'undo', label: t('reverse.action'), by: pointsEndpoints.reverseRedemption },
      onSelect: () => openReverse(row),
    },
  ];
}
