import { Link } from 'react-router';
import { recordsPage } from '#system/records/web/page.tsx';
import { refillRunPage } from '../contract/addresses.ts';
import { refillFills } from '../contract/refill-runs.ts';

/** Each container that was filled: which robots got a batch, and when. */
export default recordsPage(refillFills, {
  icon: 'truck',
  shown: ['robotName', 'spotId', 'materialName', 'before', 'after', 'unit', 'batch', 'at', 'byName', 'kept'],
  widths: { before: 88, after: 88, unit: 72, batch: 120, kept: 120 },
  cells: {
    robotName: (row) => <Link to={refillRunPage(row.runId)}>{row.robotName}</Link>,
  },
});
