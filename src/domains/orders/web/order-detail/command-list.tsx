import { useTranslation } from 'react-i18next';
import { commandStateTags } from '#domains/robots/web/index.ts';
import { Card } from '#ui/card/card.tsx';
import { EntryLine, EntryList } from '#ui/entry-list/entry-list.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { useOrderCommands } from '../order-queries.ts';

/** The commands to the robot for this order, and what it answered; nothing where none was sent. */
export function CommandList({ orderNo }: { orderNo: string }) {
  const { t } = useTranslation(['orders', 'robots']);
  const query = useOrderCommands(orderNo);
  if (query.data?.length === 0) return null;
  return (
    <Card title={t('detail.commands')}>
      <Loaded query={query} skeleton={<Skeleton height={48} />}>
        {(data) => (
          <EntryList>
            {data.map((command) => (
              <li key={command.id}>
                <EntryLine>
                  <span>{t(`robots:command.${command.cmd}`, { defaultValue: command.cmd })}</span>
                  <StatusTag of={commandStateTags} code={command.state} />
                </EntryLine>
                <div className="quiet">
                  <Time at={command.issuedAt} part="second" /> {/* that it is done is what the state says */}
                  {command.resultText ?? (command.state === 'succeeded' ? null : command.resultCode)}
                </div>
              </li>
            ))}
          </EntryList>
        )}
      </Loaded>
    </Card>
  );
}
