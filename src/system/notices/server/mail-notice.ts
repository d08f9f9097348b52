import { deliver } from '#platform/channels/server/index.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { sliceText } from '#platform/i18n/server/slice-texts.ts';
import { defineJob, type JobContext, type JobHandler } from '#platform/jobs/server/define-job.ts';
import { noticeJobs } from '../contract/jobs.ts';
import enUS from '../locales/messages.en-US.json' with { type: 'json' };
import zhCN from '../locales/messages.zh-CN.json' with { type: 'json' };
import { isForReader } from './notice-store.ts';

const TEXTS: Readonly<Record<Language, typeof enUS>> = { 'en-US': enUS, 'zh-CN': zhCN };

/** What a person may do in a tenant today, as `session` knows it. */
export type FindPerson = (
  services: Pick<Services, 'database' | 'clock'>,
  userId: string,
  tenantId: string,
) => Promise<Actor | undefined>;

/**
 * Mails name the kind of notice and its page, and nothing else: mailboxes are read by others, and what the notice says is
 * shown to those alone who may see it at the time of reading.
 */
export const mailNotice = (findPerson: FindPerson): JobHandler =>
  defineJob(noticeJobs.mail, async (context, { noticeId }) => {
    const { services, tenantId } = context;
    const choosers = await context.read(async (db) => {
      const notice = await db
        .selectFrom('notice')
        .select(['kind', 'path', 'mailed_at'])
        .where('id', '=', noticeId)
        .executeTakeFirst();
      if (!notice || notice.mailed_at !== null) return undefined;
      const people = await db
        .selectFrom('notice_choice')
        .select(['user_id', 'language'])
        .where('kind', '=', notice.kind)
        .where('channel', '=', 'email')
        .where('is_on', '=', true)
        .execute();
      return { notice, people };
    });
    if (!choosers) return;
    const { notice, people } = choosers;
    const receivers: { to: string; language: Language }[] = [];
    for (const { user_id, language } of people) {
      const person = await findPerson(services, user_id, tenantId);
      const to = person && (await isForReader(context, person, noticeId)) && (await mailboxOf(context, user_id));
      if (to) receivers.push({ to, language: language as Language });
    }
    await context.transaction(async (tx) => {
      // a second run finds the mark
      const marked = await tx.db
        .updateTable('notice')
        .set({ mailed_at: tx.now() })
        .where('id', '=', noticeId)
        .where('mailed_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!marked) return;
      for (const { to, language } of receivers) {
        const subject = kindInWords(notice.kind, language);
        const page = new URL(notice.path ?? '/', services.config.publicUrl);
        page.searchParams.set('tenant', tenantId);
        const link = page.href;
        const text = TEXTS[language].text.replace('{subject}', () => subject).replace('{link}', () => link);
        await deliver(services, tx, { channel: 'email', purpose: 'notice', to, subject, text });
      }
    });
  });

function kindInWords(kind: string, language: Language): string {
  const [slice = '', word = ''] = kind.split('.');
  return sliceText(slice, language, `notice.${word}.kind`) ?? TEXTS[language].subject;
}

async function mailboxOf({ services }: JobContext, userId: string): Promise<string | undefined> {
  const row = await services.database.identity((db) =>
    db.selectFrom('staff_user').select('email').where('id', '=', userId).executeTakeFirst(),
  );
  return row?.email ?? undefined;
}
