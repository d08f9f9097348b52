import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card/card.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { TreeAndDetail } from './department-page.tsx';
import { DepartmentPeople } from './department-people.tsx';
import { useAddress, useRefresh, useTree } from './use-departments.ts';
import './departments.css';

/** What the reader manages, and the people in it. */
export default function MyDepartmentsPage() {
  const { t } = useTranslation('departments');
  const address = useAddress();
  const tree = useTree('mine');
  useRefresh();
  return (
    <div className="department-page">
      <header className="department-page-head">
        <h1 tabIndex={-1}>{t('mine.title')}</h1>
      </header>
      <Loaded query={tree}>
        {(nodes) =>
          nodes.length === 0 ? (
            <Empty icon="users" title={t('mine.none')}>
              {t('mine.noneText')}
            </Empty>
          ) : (
            <TreeAndDetail nodes={nodes} label={t('mine.title')} address={address}>
              {(node) => (
                <>
                  <header className="department-head">
                    <h2>{node.departName}</h2>
                    <span className="department-code">{node.orgCode}</span>
                  </header>
                  <Card>
                    <DepartmentPeople key={node.id} department={node} isMine />
                  </Card>
                </>
              )}
            </TreeAndDetail>
          )
        }
      </Loaded>
    </div>
  );
}
