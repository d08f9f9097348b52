import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RecordField } from '#platform/records/contract/fields.ts';
import { historyField } from '#system/records/web/record-page.tsx';
import { HistoryChanges } from '#ui/record-history/record-history.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import type { OperationChange } from '../contract/endpoints.ts';
import './logs.css';

interface ChangesProps {
  change: OperationChange;
  /** Words of the page that shows it. */
  words: { open: string; none: string; refused?: string; failed?: string };
}

/** One record with its values before and after, and the way to it. */
export function RecordChanges({ change, words }: ChangesProps) {
  const { t } = useTranslation('records');
  const { changes, names, address, kindName, objectId, action, result, reason } = change;
  const state = result === 'refused' ? words.refused : result === 'failed' ? words.failed : undefined;
  return (
    <section className="log-change">
      <header>
        <strong>{action}</strong> <span className="quiet">{kindName}</span> {state && <Tag tone="warning">{state}</Tag>}
        {address && <Link to={address}>{words.open}</Link>}
      </header>
      {objectId && <p className="log-object quiet">{objectId}</p>}
      {reason && <q className="history-reason">{reason}</q>}
      {changes.length === 0 ? (
        <p className="quiet">{words.none}</p>
      ) : (
        <HistoryChanges
          changes={changes.map(({ field, before, after }) => ({ field, before, after }))}
          fields={Object.fromEntries(
            changes.map(({ field, label, declared }) => [
              field,
              declared ? historyField(declared as RecordField, label, t('history.gone')) : { label },
            ]),
          )}
          names={names}
        />
      )}
    </section>
  );
}
