import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/http/web/call.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { RelatedRecord } from '#ui/record-detail/related-record.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { robotEndpoints } from '../contract/endpoints.ts';
import { robotKeys } from './robot-queries.ts';
import { healthTags } from './robot-tags.ts';

/** A robot in another record: its page and its state, for those who may see robots. */
export function RobotLink({ imei, name }: { imei: string; name: string }) {
  const maySee = useCan(robotEndpoints.page);
  const { data } = useQuery({
    queryKey: [...robotKeys.all, 'preview', imei],
    queryFn: ({ signal }) => call(robotEndpoints.page, { imei, pageSize: 1 }, { signal, notices: 'none' }),
    enabled: maySee,
  });
  const robot = data?.records.find((one) => one.imei === imei);
  return (
    <RelatedRecord
      to={maySee ? `/devices/robots/${imei}` : undefined}
      name={name || imei}
      state={robot && <StatusTag of={healthTags} code={robot.health} />}
    />
  );
}
