import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import type { MqttAccess, RobotDetail } from '#domains/devices/contract/robot.ts';
import { Text } from '#platform/http/contract/fields.ts';
import { confirm } from '#ui/confirm/confirm.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { ActionMenu } from '#ui/record-actions/record-actions.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { deviceEndpoints, type SendCommandRequest } from '../contract/endpoints.ts';
import { useRobotChange } from './robot-queries.ts';

const Reason = z.strictObject({ reason: Text(200, 1) });
const OPEN_STATES = new Set(['queued', 'sent', 'accepted', 'running']);

interface CommandMenuProps {
  robot: RobotDetail;
  onRenewed: (access: MqttAccess) => void;
}

type Asked = Pick<SendCommandRequest, 'cmd' | 'args'>;
/** What the dialog says that it does. */
type Deed = 'restart' | 'setMaintenance' | 'endMaintenance';

/** What staff may ask a robot; a kind that still runs there cannot be asked twice. Progress shows in the history. */
export function CommandMenu({ robot, onRenewed }: CommandMenuProps) {
  const { t } = useTranslation('devices');
  const [asked, setAsked] = useState<Asked & { deed: Deed }>();
  const send = useRobotChange(deviceEndpoints.sendCommand);
  const renew = useRobotChange(deviceEndpoints.rotateCredential);
  const whileOpen = (cmd: string): Pick<RowAction, 'disabled' | 'reason'> => ({
    disabled: robot.commands.some((command) => command.cmd === cmd && OPEN_STATES.has(command.state)),
    reason: t('command.isOpen'),
  });

  const sendNow = async (command: Asked): Promise<void> => {
    const sent = await send
      .mutateAsync({
        request: { robotId: robot.id, ...command } as SendCommandRequest,
        idempotencyKey: crypto.randomUUID(),
      })
      .catch(() => undefined);
    if (sent) toast.success(t('command.queued'));
  };
  const renewNow = async (): Promise<void> => {
    const agreed = await confirm({
      title: t('credential.renewTitle', { name: robot.name }),
      body: t('credential.renewBody'),
      verb: t('credential.renew'),
      danger: true,
    });
    if (!agreed) return;
    const access = await renew.mutateAsync({ request: { robotId: robot.id } }).catch(() => undefined);
    if (access) onRenewed(access);
  };

  const lastDays = (): Asked => {
    const to = new Date(performance.timeOrigin + performance.now());
    return {
      cmd: 'uploadLog',
      args: { from: new Date(to.getTime() - 3_600_000).toISOString(), to: to.toISOString() },
    } as Asked;
  };
  const isMaintained = robot.mode === 'maintain';
  const by = deviceEndpoints.sendCommand;
  const actions: RowAction[] = [
    {
      key: 'reportState',
      label: t('command.reportState'),
      by,
      ...whileOpen('reportState'),
      onSelect: () => void sendNow({ cmd: 'reportState', args: {} } as Asked),
    },
    {
      key: 'uploadLog',
      label: t('command.uploadLog'),
      by,
      ...whileOpen('uploadLog'),
      onSelect: () => void sendNow(lastDays()),
    },
    {
      key: 'setMaintenance',
      label: t(isMaintained ? 'command.endMaintenance' : 'command.setMaintenance'),
      by,
      ...whileOpen('setMaintenance'),
      onSelect: () =>
        setAsked({
          deed: isMaintained ? 'endMaintenance' : 'setMaintenance',
          ...({ cmd: 'setMaintenance', args: { on: !isMaintained } } as Asked),
        }),
    },
    {
      key: 'restart',
      label: t('command.restart'),
      by,
      danger: true,
      divided: true,
      ...whileOpen('restart'),
      onSelect: () => setAsked({ deed: 'restart', ...({ cmd: 'restart', args: {} } as Asked) }),
    },
    {
      key: 'renew',
      label: t('credential.renew'),
      by: deviceEndpoints.rotateCredential,
      danger: true,
      onSelect: () => void renewNow(),
    },
  ];
  return (
    <>
      <ActionMenu label={t('command.menu')} kind="primary" actions={actions} />
      {asked && (
        <FormDialog
          namespace="devices"
          title={t(`command.ask.${asked.deed}`, { name: robot.name })}
          schema={Reason}
          intro={<p className="quiet">{t(`command.then.${asked.deed}`)}</p>}
          initialValues={{ reason: '' }}
          verb={t(`command.${asked.deed}`)}
          danger={asked.deed === 'restart'}
          onSubmit={({ reason }, { idempotencyKey }) =>
            send.mutateAsync({
              request: { robotId: robot.id, cmd: asked.cmd, args: asked.args, reason } as SendCommandRequest,
              idempotencyKey,
            })
          }
          onSaved={() => toast.success(t('command.queued'))}
          onClose={() => setAsked(undefined)}
        >
          <TextAreaField name="reason" />
        </FormDialog>
      )}
    </>
  );
}
