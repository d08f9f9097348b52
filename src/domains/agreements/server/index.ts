import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { AGREEMENTS } from '../contract/addresses.ts';
import { agreements } from '../contract/agreements.ts';
import { agreementEndpoints } from '../contract/endpoints.ts';
import { agreementProblems } from '../contract/problems.ts';
import { agreementFaults } from '../rules/agreement-faults.ts';
import { addFirstAgreements, removeDrafts } from './first-agreements.ts';
import { publish, wasPublished } from './publish.ts';
import { acceptAgreement, readAcceptances, readLatestAgreements } from './storefront-agreements.ts';

export const agreementsSlice: ServerSlice = sliceOf(
  {
    name: 'agreements',
    about: 'Terms of use and privacy policies, and which customer accepted which.',
    problems: agreementProblems,
    tenants: { begin: addFirstAgreements, end: removeDrafts },
    menu: [
      { page: 'agreements/list', kind: agreements, under: 'settings', path: AGREEMENTS, icon: 'bookmark', sort: 86 },
    ],
    routes: [
      route(agreementEndpoints.acceptedBy, readAcceptances),
      route(agreementEndpoints.agreements, readLatestAgreements),
      route(agreementEndpoints.acceptAgreement, acceptAgreement),
    ],
  },
  serveRecords(agreements, {
    beforeSave: async (tx, { id, draft, before }) => {
      const isPublished = before !== undefined && (await wasPublished(tx, id));
      const faults = agreementFaults(draft, isPublished ? before : undefined);
      if (faults.length > 0) raise(faults[0]?.code ?? 'request.malformed', {}, { faults });
      if (before && draft.status === 1) await publish(tx, id);
    },
    afterSave: async (tx, { after, before }) => {
      if (!before && after.status === 1) await publish(tx, after.id);
    },
    computed: {
      publishedAt: sql`record.published_at`,
      acceptances: sql`(select count(*)::integer from agreement_acceptance as accepted
                         where accepted.tenant_id = ${THIS_TENANT} and accepted.agreement_id = record.id)`,
    },
    inUseBy: [{ table: 'agreement_acceptance', column: 'agreement_id', namespace: 'agreements', key: 'kind.inUse' }],
    examples: {
      type: 'Terms of use',
      termsVersion: '1.0',
      updateInfo: 'First version',
      url: 'https://example.com/terms',
    },
  }),
);
