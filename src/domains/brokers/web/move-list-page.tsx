import { Link } from 'react-router';
import { recordsPage } from '#system/records/web/page.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { brokerMoves } from '../contract/brokers.ts';

const stateTags = statusTags('broker-moves:state', {
  waiting: 'neutral',
  moving: 'busy',
  arrived: 'success',
  returned: 'warning',
  refused: 'neutral',
});

/** Robots that were told to connect to another broker, and what became of each. */
export default recordsPage(brokerMoves, {
  icon: 'refresh',
  shown: ['name', 'state', 'toUrl', 'reason', 'requestedByName', 'createdAt', 'endedAt'],
  widths: { name: 160, state: 152, toUrl: 232, reason: 232, requestedByName: 120, createdAt: 152, endedAt: 152 },
  cells: {
    name: (row) => <Link to={`/devices/robots/${row.imei}`}>{row.name}</Link>,
    state: (row) => <StatusTag of={stateTags} code={row.state} />,
  },
});
