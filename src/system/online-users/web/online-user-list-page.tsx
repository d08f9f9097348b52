import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { readUserAgent } from '#platform/viewer/rules/user-agent.ts';
import { portraitAddress } from '#platform/viewer/web/portrait-address.ts';
import { RecordListPage } from '#system/record-list/web/index.ts';
import { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import { Avatar } from '#ui/avatar/avatar.tsx';
import { Button } from '#ui/button/button.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { searchFilter } from '#ui/record-list/filters.ts';
import type { Selection } from '#ui/record-list/selection.tsx';
import { useRecordList } from '#ui/record-list/use-record-list.ts';
import { columnsFor } from '#ui/record-table/column.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { type OnlineUser, onlineUserEndpoints } from '../contract/endpoints.ts';
import './online-users.css';

const { list: listed, forceLogoutMany } = onlineUserEndpoints;
/** Who comes and goes is seen within so many seconds. */
const LOOK_EVERY_SECONDS = 5;
const AT_ONCE = 200;
const SHOWN_OF_AGENT = 60;

const stateTags = statusTags('online-users:state', { true: 'success', false: 'neutral' });
const column = columnsFor<OnlineUser>();

const COLUMNS = [
  column.custom('realname', (row) => <Person row={row} />, { width: 216, tight: 176, card: 'identity', sort: true }),
  column.text('username', { sort: true, width: 120, card: 'fact' }),
  column.custom('state', (row) => <StatusTag of={stateTags} code={String(row.isActive)} />, {
    width: 96,
    card: 'status',
    value: (row) => row.isActive,
  }),
  column.text('tenantName', { width: 136, card: 'fact' }),
  column.custom('browser', (row) => <Browser of={row.userAgent} />, {
    width: 152,
    card: 'fact',
    value: (row) => row.userAgent,
  }),
  column.text('address', { width: 128, card: 'fact' }),
  column.time('lastSeenAt', { sort: true, card: 'fact' }),
  column.time('createdAt', { sort: true }),
  column.text('phone', { hidden: true }),
];

const FILTERS = { keyword: searchFilter() };
const VIEWS = [
  { key: 'all' },
  { key: 'active', request: { isActive: 'true' } },
  { key: 'idle', request: { isActive: 'false' } },
] as const;

function Person({ row: { realname, username, avatar, isThis } }: { row: OnlineUser }) {
  const { t } = useTranslation('online-users');
  return (
    <span className="online-person">
      <Avatar name={realname || username} src={portraitAddress(avatar)} />
      <strong className="record-identity">{realname || username}</strong>
      {isThis && (
        <Tag tone="info" plain>
          {t('own')}
        </Tag>
      )}
    </span>
  );
}

/** As people call it; the whole name that the program gives itself stands in the tip. */
function Browser({ of }: { of: string }) {
  const { t } = useTranslation('online-users');
  const { browser, system } = readUserAgent(of);
  const words = [browser, system].filter((word) => word !== undefined).join(' · ');
  return <span data-tip={of || undefined}>{words || of.slice(0, SHOWN_OF_AGENT) || t('unknownBrowser')}</span>;
}

/** Who is logged in now; a session can be ended, and its console says why. */
export default function OnlineUserListPage() {
  const { t } = useTranslation('online-users');
  const list = useRecordList(listed, {
    namespace: 'online-users',
    rowId: 'token',
    columns: COLUMNS,
    filters: FILTERS,
    views: VIEWS,
    everySeconds: LOOK_EVERY_SECONDS,
  });
  const logOut = async ({ token, realname, username }: OnlineUser) => {
    const name = realname || username;
    const question = { title: t('logout.title', { name }), body: t('logout.body'), verb: t('logout.verb') };
    if (!(await confirm({ ...question, danger: true }))) return;
    await call(sessionEndpoints.forceLogout, { token });
    toast.success(t('logout.done', { name }));
    list.refresh();
  };
  const logOutMany = async (selection: Selection, done: () => void) => {
    const tokens = await tokensOf(selection);
    if (tokens.length === 0) return;
    const question = { title: t('logout.many', { count: tokens.length }), body: t('logout.body') };
    if (!(await confirm({ ...question, verb: t('logout.verb'), danger: true }))) return;
    const { ended } = await call(forceLogoutMany, { tokens });
    toast.success(t('logout.manyDone', { count: ended }));
    done();
    list.refresh();
  };
  return (
    <RecordListPage
      list={list}
      title={t('title')}
      bulkBy={[forceLogoutMany]}
      bulkActions={(selection, done) => (
        <Button small kind="danger" onClick={() => void logOutMany(selection, done).catch(() => undefined)}>
          {t('logout.verb')}
        </Button>
      )}
      rowActions={(row) => [
        {
          key: 'logout',
          label: t('logout.verb'),
          icon: 'logout',
          danger: true,
          by: sessionEndpoints.forceLogout,
          disabled: row.isThis || row.isRoot,
          reason: t(row.isThis ? 'logout.ownReason' : 'logout.rootReason'),
          onSelect: () => void logOut(row).catch(() => undefined),
        },
      ]}
      empty={
        <Empty icon="user" title={t('empty.title')}>
          {t('empty.text')}
        </Empty>
      }
    />
  );
}

/** The chosen sessions; of all that the list shows the newest. One's own is no way to leave, and stays. */
async function tokensOf(selection: Selection): Promise<string[]> {
  if (selection.kind === 'ids') return [...selection.ids];
  const page = await call(listed, { ...selection.request, pageNo: 1, pageSize: AT_ONCE });
  return page.records.flatMap((row) => (row.isThis || row.isRoot ? [] : row.token));
}
