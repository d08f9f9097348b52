import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { agreements } from '../contract/agreements.ts';

behavesAsRecords(
  agreements,
  () => ({
    type: 'user' as const,
    termsVersion: '1.0',
    updateInfo: 'First version',
    url: 'https://fjord.example/terms',
  }),
  { other: { url: 'https://fjord.example/newer', status: 1 } },
);
