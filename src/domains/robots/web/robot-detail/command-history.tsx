import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { DeviceCommand } from '#domains/devices/contract/commands.ts';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { Progress } from '#ui/progress/progress.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { useIsNarrow } from '#ui/record-table/use-media.ts';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { robotEndpoints } from '../../contract/endpoints.ts';
import { useRobotChange } from '../robot-queries.ts';
import { commandStateTags } from '../robot-tags.ts';

/** Commands with their live state: queued, sent, accepted, running and what came of them. */
export function CommandHistory({ commands, narrow }: { commands: readonly DeviceCommand[]; narrow?: boolean }) {
  const { t } = useTranslation('robots');
  const isNarrow = useIsNarrow() || narrow;
  if (commands.length === 0) return <p className="quiet robot-empty">{t('command.none')}</p>;
  if (isNarrow) {
    return (
      <ul className="robot-commands robot-command-list">
        {commands.map((command) => (
          <li key={command.id}>
            <CommandWords command={command} />
            <CommandState command={command} />
            <div className="quiet">
              <Sender command={command} /> · <Time at={command.issuedAt} part="second" zone="never" />
            </div>
            {command.reason && <div className="quiet">{command.reason}</div>}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ScrollBox label={t('detail.commands')}>
      <table className="plain-table robot-commands">
        <thead>
          <tr>
            <th scope="col">{t('command.what')}</th>
            <th scope="col">{t('command.state')}</th>
            <th scope="col">{t('command.by')}</th>
            <th scope="col" className="end">
              {t('command.issuedAt')}
            </th>
          </tr>
        </thead>
        <tbody>
          {commands.map((command) => (
            <tr key={command.id}>
              <td>
                <CommandWords command={command} />
              </td>
              <td>
                <CommandState command={command} />
              </td>
              <td>
                <Sender command={command} />
                {command.reason && <div className="quiet">{command.reason}</div>}
              </td>
              <td className="end">
                <Time at={command.issuedAt} part="second" zone="never" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** One command of the protocol, two deeds in people's words. */
function wordsOf({ cmd, args }: DeviceCommand): string {
  return cmd === 'setMaintenance' && args['on'] === false ? 'endMaintenance' : cmd;
}

function CommandWords({ command }: { command: DeviceCommand }) {
  const { t } = useTranslation('robots');
  return (
    <div>
      {t(`command.${wordsOf(command)}`, { defaultValue: command.cmd })}
      {command.orderNo && (
        <div>
          <Link to={orderAddress(command.orderNo)}>{command.orderNo}</Link>
        </div>
      )}
    </div>
  );
}

function CommandState({ command }: { command: DeviceCommand }) {
  const { t } = useTranslation('robots');
  const cancel = useRobotChange(robotEndpoints.cancelCommand);
  return (
    <div>
      <StatusTag of={commandStateTags} code={command.state} />
      {command.progress?.percent !== undefined && command.state === 'running' && (
        <Progress label={t('command.progress')} value={command.progress.percent} />
      )}
      <div className="quiet">
        {[
          // That it is done is what the state says.
          command.resultText ?? (command.state === 'succeeded' ? null : command.resultCode),
          command.late && t('command.late'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
      {command.state === 'queued' && (
        <ActionButton
          small
          kind="link"
          action={{
            key: 'cancel',
            label: t('command.cancel'),
            fullLabel: t('command.cancelOne', {
              command: t(`command.${wordsOf(command)}`, { defaultValue: command.cmd }),
            }),
            by: robotEndpoints.cancelCommand,
            onSelect: () => cancel.mutate({ request: { commandId: command.id } }),
          }}
        />
      )}
    </div>
  );
}

/** A name that somebody has; of what the product does by itself, a word. */
function Sender({ command: { requestedByName } }: { command: DeviceCommand }) {
  const { t } = useTranslation('ui');
  return requestedByName === 'system' ? t('history.system') : requestedByName;
}
