import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { tenantRegisterEndpoints } from '../contract/endpoints.ts';
import type { TenantRecord } from '../contract/tenants.ts';
import './tenant-people.css';

/** Members of a tenant with their roles. */
export function TenantPeopleDialog({ tenant, onClose }: { tenant: TenantRecord; onClose: () => void }) {
  const { t, i18n } = useTranslation('tenant-register');
  const query = useQuery({
    queryKey: ['tenant-register', 'people', tenant.id],
    queryFn: ({ signal }) => call(tenantRegisterEndpoints.people, { id: tenant.id }, { signal, notices: 'none' }),
  });
  return (
    <Dialog title={t('people.title', { name: tenant.name })} width={520} onClose={onClose}>
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {(people) =>
          people.length === 0 ? (
            <p>{t('people.none')}</p>
          ) : (
            <ul className="tenant-people">
              {people.map((person) => (
                <li key={person.id}>
                  <strong>{person.realname}</strong> <span className="quiet">{person.username}</span>
                  <span className="quiet">{joinWords(person.roles, i18n.language)}</span>
                  {!person.isActive && <Tag tone="warning">{t('people.left')}</Tag>}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}
