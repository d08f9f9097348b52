import { Link } from 'react-router';
import { recordsPage } from '#system/records/web/page.tsx';
import { refillRunPage } from '../contract/addresses.ts';
import { refillFills } from '../contract/refill-runs.ts';
import { useAmounts } from './use-amounts.ts';

/** Each container that was filled: which robots got a batch, and when. */
export default recordsPage(refillFills, {
  icon: 'truck',
  shown: ['robotName', 'spotId', 'materialName', 'before', 'after', 'batch', 'at', 'byName', 'kept'],
  widths: { before: 108, after: 108, unit: 72, batch: 120, kept: 120 },
  cells: {
    robotName: (row) => <Link to={refillRunPage(row.runId)}>{row.robotName}</Link>,
    materialName: (row) => <Material name={row.materialName} nameZh={row.materialNameZh} />,
    before: (row) => <Amount of={row.before} unit={row.unit} />,
    after: (row) => <Amount of={row.after} unit={row.unit} />,
  },
});

function Material(names: { name: string; nameZh: string }) {
  return useAmounts().nameOf(names);
}

function Amount({ of, unit }: { of: number; unit: string }) {
  return useAmounts().amount(of, unit);
}
