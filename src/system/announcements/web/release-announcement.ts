import type { TFunction } from 'i18next';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { recordName } from '#system/records/web/record-page.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { type Announcement, announcements } from '../contract/announcements.ts';
import { announcementEndpoints } from '../contract/endpoints.ts';

/** Of a row, and of the page of one. */
export type Releasable = Pick<Announcement, 'id' | 'titile' | 'titileZh' | 'msgType' | 'startTime' | 'userNames'> & {
  readonly sendStatus: string | null;
};

const nameOf = (one: Releasable): string => recordName(announcements as unknown as RecordKind, one as never);

/** What is shown follows by the live stream, as for everybody else. */
async function send(verb: 'release' | 'revoke', { id }: Releasable): Promise<boolean> {
  const said = await call(announcementEndpoints[verb], { id }).catch(() => undefined);
  if (said !== undefined) toast.success(said);
  return said !== undefined;
}

/** Shows it to its readers, after asking; `t` speaks the words of the kind. */
export async function releaseAnnouncement(one: Releasable, t: TFunction): Promise<boolean> {
  const { msgType, startTime, userNames } = one;
  const readers = msgType === 'ALL' ? t('release.toAll') : t('release.toPeople', { count: userNames.length });
  const isLater = startTime !== null && Date.parse(startTime) > Date.now();
  const isAgreed = await confirm({
    title: t('release.title', { name: nameOf(one) }),
    body: t(isLater ? 'release.later' : 'release.now', { readers }),
    verb: t('release.verb'),
  });
  return isAgreed && send('release', one);
}

/** Takes it away from its readers, after asking. */
export async function revokeAnnouncement(one: Releasable, t: TFunction): Promise<boolean> {
  const isAgreed = await confirm({
    title: t('revoke.title', { name: nameOf(one) }),
    body: t('revoke.body'),
    verb: t('revoke.verb'),
    danger: true,
  });
  return isAgreed && send('revoke', one);
}

/** The one of both that can be done now. */
export function releaseAction(one: Releasable, t: TFunction): RowAction {
  return one.sendStatus === '1'
    ? {
        ...{ key: 'revoke', label: t('revoke.verb'), icon: 'undo', by: announcementEndpoints.revoke },
        onSelect: () => void revokeAnnouncement(one, t),
      }
    : {
        ...{ key: 'release', label: t('release.verb'), icon: 'play', by: announcementEndpoints.release },
        onSelect: () => void releaseAnnouncement(one, t),
      };
}
