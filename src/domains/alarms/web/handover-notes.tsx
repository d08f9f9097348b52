import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { Card } from '#ui/card/card.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { dutyEndpoints, type HandoverNote } from '../contract/duty-endpoints.ts';

/** What those who went off duty left, the newest first; whoever comes says that he has read it. */
export function HandoverNotes({ notes, spotId }: { notes: readonly HandoverNote[]; spotId: string }) {
  const { t } = useTranslation('duties');
  const queries = useQueryClient();
  const [isWriting, setWriting] = useState(false);
  const refresh = () => void queries.invalidateQueries({ queryKey: ['duties'] });
  return (
    <Card
      title={t('note.title')}
      extra={
        <ActionButton
          small
          action={{
            ...{ key: 'handOver', label: t('note.write'), icon: 'edit', by: dutyEndpoints.handOver },
            onSelect: () => setWriting(true),
          }}
        />
      }
    >
      {notes.length === 0 ? (
        <p className="quiet">{t('note.none')}</p>
      ) : (
        <ul className="duty-notes">
          {notes.map((note) => (
            <li key={note.id}>
              <Note note={note} onRead={refresh} />
            </li>
          ))}
        </ul>
      )}
      {isWriting && (
        <FormDialog
          namespace="duties"
          title={t('note.writeTitle')}
          intro={<p>{t('note.intro')}</p>}
          schema={dutyEndpoints.handOver.request}
          initialValues={{ spotId: spotId === '' ? null : spotId, note: '' }}
          onSubmit={(request, { idempotencyKey }) => call(dutyEndpoints.handOver, request, { idempotencyKey })}
          onSaved={(answer) => {
            const { forName } = answer as { forName: string };
            toast.success(forName === '' ? t('note.savedForNobody') : t('note.saved', { name: forName }));
            refresh();
          }}
          onClose={() => setWriting(false)}
        >
          <TextAreaField name="note" />
        </FormDialog>
      )}
    </Card>
  );
}

function Note({ note, onRead }: { note: HandoverNote; onRead: () => void }) {
  const { t } = useTranslation('duties');
  const language = useLanguage();
  const { id, at, byName, forName, note: words, isOwn, readAt, readBy } = note;
  const spot = language === 'zh-CN' ? note.spotNameZh : note.spotName;
  const read = async () => {
    try {
      await call(dutyEndpoints.readNote, { id });
    } catch {
      // why not stands in the notice
    }
    onRead();
  };
  return (
    <>
      <p className="duty-note-head">
        <strong>
          {forName === '' ? t('note.byAlone', { by: byName }) : t('note.by', { by: byName, to: forName })}
        </strong>
        <Time at={at} />
        {spot !== '' && <span className="quiet">{spot}</span>}
      </p>
      <p className="duty-note-words">{words}</p>
      {readAt !== null && <Tag tone="success">{t('note.wasRead', { by: readBy })}</Tag>}
      {readAt === null && isOwn && <Tag tone="neutral">{t('note.unread')}</Tag>}
      {readAt === null && !isOwn && (
        <ActionButton
          small
          action={{
            ...{ key: `read ${id}`, label: t('note.read'), icon: 'check', by: dutyEndpoints.readNote },
            onSelect: () => void read(),
          }}
        />
      )}
    </>
  );
}
