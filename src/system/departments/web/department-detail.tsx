import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { departmentGrantEndpoints } from '#system/grants/contract/endpoints.ts';
import { DepartmentRights } from '#system/grants/web/parts/index.ts';
import { RecordEdits, RecordFacts, type Row } from '#system/records/web/tree-parts/index.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { RecordInSight, type RowAction } from '#ui/record-actions/offered-actions.ts';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Tabs } from '#ui/tabs/tabs.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { departments } from '../contract/departments.ts';
import type { DepartmentNode } from '../contract/endpoints.ts';
import { DepartmentPeople } from './department-people.tsx';
import type { useAddress } from './use-departments.ts';

const kind = departments as unknown as RecordKind;

interface DepartmentDetailProps {
  node: DepartmentNode;
  address: ReturnType<typeof useAddress>;
  actions: (row: Row) => readonly RowAction[];
}

interface View {
  readonly key: string;
  readonly label: string;
  readonly content: () => ReactNode;
}

/** One department: what is known of it, who belongs to it, and who changed what. */
export function DepartmentDetail({ node, address, actions }: DepartmentDetailProps) {
  const { t } = useTranslation('departments');
  const { id } = node;
  const maySeeRights = useCan(departmentGrantEndpoints.departmentHeld);
  const query = useQuery({
    queryKey: ['departments', 'one', id],
    queryFn: ({ signal }) => call(departments.endpoints.one, { id }, { signal, notices: 'none' }),
  });
  return (
    <RecordInSight value={node.departName}>
      <Loaded key={id} query={query} skeleton={<Skeleton height={320} />}>
        {(department) => {
          const row = department as unknown as Row;
          // one more view of a department is one more entry here
          const views: View[] = [
            {
              key: 'facts',
              label: t('detail.facts'),
              content: () => <RecordFacts kind={kind} row={row} columns={3} />,
            },
            {
              key: 'people',
              label: t('detail.people'),
              content: () => <DepartmentPeople key={id} department={node} />,
            },
            ...(maySeeRights
              ? [
                  {
                    ...{ key: 'rights', label: t('detail.rights') },
                    content: () => <DepartmentRights key={id} departId={id} departName={node.departName} />,
                  },
                ]
              : []),
            { key: 'changes', label: t('detail.changes'), content: () => <RecordEdits kind={kind} id={id} /> },
          ];
          const view = views.find(({ key }) => key === address.view) ?? views[0];
          return (
            <>
              <header className="department-head">
                <h2>{department.departName}</h2>
                <span className="department-code">{department.orgCode}</span>
                {String(department.status) === '0' && <Tag>{t('detail.off')}</Tag>}
                <div className="button-group">
                  {actions(row).map((action) => (
                    <ActionButton key={action.key} small action={action} />
                  ))}
                </div>
              </header>
              <Card>
                <Tabs label={t('detail.views')} items={views} current={view?.key ?? ''} onChange={address.turnTo}>
                  <div className="department-view">{view?.content()}</div>
                </Tabs>
              </Card>
            </>
          );
        }}
      </Loaded>
    </RecordInSight>
  );
}
