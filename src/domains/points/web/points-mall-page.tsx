import { useTranslation } from 'react-i18next';
import { recordsPage } from '#system/records/web/page.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { type PointsGoods, pointsGoods } from '../contract/points-goods.ts';
import { GoodsForm } from './goods-form.tsx';

/** What customers redeem their points for. */
export default recordsPage(pointsGoods, {
  icon: 'bookmark',
  shown: ['image', 'title', 'points', 'couponId', 'stock', 'redeemed', 'sort', 'status'],
  widths: { points: 96, stock: 152, redeemed: 112, sort: 116 },
  defaultSort: { by: 'sort', order: 'desc' },
  cells: {
    couponId: (row) => <Coupon row={row} />,
    couponRefusal: ({ couponRefusal }) => (couponRefusal === '' ? '–' : <Refusal is={couponRefusal} />),
    stock: (row) => <Stock row={row} />,
  },
  form: (props) => <GoodsForm {...props} />,
  formWidth: 680,
});

/** What they hand out, with a word in front where nobody can redeem them now. */
function Coupon({ row: { couponName, couponRefusal } }: { row: Pick<PointsGoods, 'couponName' | 'couponRefusal'> }) {
  return (
    <>
      {couponRefusal !== '' && <Refusal is={couponRefusal} />} {couponName}
    </>
  );
}

function Refusal({ is }: { is: string }) {
  const { t } = useTranslation('points-goods');
  return <Tag tone="warning">{t(`coupon.${is}`)}</Tag>;
}

/** How many are left, of how many. */
function Stock({ row: { stock, redeemed } }: { row: Pick<PointsGoods, 'stock' | 'redeemed'> }) {
  const { t } = useTranslation('points-goods');
  const language = useLanguage();
  if (stock === null) return t('kind.empty.stock');
  const figure = (value: number): string => new Intl.NumberFormat(language).format(value);
  return t('cell.left', { left: figure(Math.max(0, stock - redeemed)), stock: figure(stock) });
}
