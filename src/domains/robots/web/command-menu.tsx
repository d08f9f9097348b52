import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { logDownloadEndpoints } from '#domains/log-downloads/contract/endpoints.ts';
import type { BatchKind } from '#domains/robots/contract/command-batch.ts';
import type { Robot, RobotDetail } from '#domains/robots/contract/robot.ts';
import { IntField, Text } from '#platform/http/contract/fields.ts';
import { confirm } from '#ui/confirm/confirm.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { ActionMenu } from '#ui/record-actions/record-actions.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { robotEndpoints, type SendCommandRequest } from '../contract/endpoints.ts';
import { useRobotChange } from './robot-queries.ts';

const Reason = z.strictObject({ reason: Text(200, 1), outlet: IntField(1, 99).optional() });
const ReasonAndOutlet = z.strictObject({ reason: Text(200, 1), outlet: IntField(1, 99) });
const LogDownloadDialog = lazy(() => import('./log-download-dialog.tsx'));
const OPEN_STATES = new Set(['queued', 'sent', 'accepted', 'running']);

type Asked = Pick<SendCommandRequest, 'cmd' | 'args'>;
/** What the dialog says that it does. */
type Deed = Extract<BatchKind, 'restart' | 'setMaintenance' | 'endMaintenance' | 'clean' | 'openOutlet'>;

/** Of a row of the list it is not known what still runs there: the server refuses to ask twice. */
type CommandedRobot = Pick<Robot, 'id' | 'name' | 'mode' | 'online'> & Partial<Pick<RobotDetail, 'commands'>>;

type AskedOfRobot = Asked & { deed: Deed; robot: CommandedRobot };

export function CommandMenu({ robot, onRenewed }: { robot: RobotDetail; onRenewed: (access: MqttAccess) => void }) {
  const { t } = useTranslation('robots');
  const { actionsOf, dialog } = useRobotCommands(onRenewed);
  return (
    <>
      <ActionMenu label={t('command.menu')} kind="primary" actions={actionsOf(robot)} />
      {dialog}
    </>
  );
}

/**
 * What staff may ask a robot, on its page and in its row; a kind that still runs there cannot be asked twice. Progress shows in
 * the history. `dialog` stands once beside whatever offers the actions.
 */
export function useRobotCommands(onRenewed: (access: MqttAccess) => void): {
  actionsOf: (robot: CommandedRobot) => RowAction[];
  dialog: ReactNode;
} {
  const { t } = useTranslation('robots');
  const [logOf, setLogOf] = useState<CommandedRobot>();
  const [asked, setAsked] = useState<AskedOfRobot>();
  const send = useRobotChange(robotEndpoints.sendCommand);
  const renew = useRobotChange(robotEndpoints.rotateCredential);
  const whileOpen = (robot: CommandedRobot, cmd: string): Pick<RowAction, 'disabled' | 'reason'> => ({
    disabled: robot.commands?.some((command) => command.cmd === cmd && OPEN_STATES.has(command.state)),
    reason: t('command.isOpen'),
  });

  const sendNow = async (robot: CommandedRobot, command: Asked): Promise<void> => {
    const sent = await send
      .mutateAsync({
        request: { robotId: robot.id, ...command } as SendCommandRequest,
        idempotencyKey: crypto.randomUUID(),
      })
      .catch(() => undefined);
    if (sent) toast.success(t('command.queued'));
  };
  const renewNow = async (robot: CommandedRobot): Promise<void> => {
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

  const by = robotEndpoints.sendCommand;
  const actionsOf = (robot: CommandedRobot): RowAction[] => {
    const isMaintained = robot.mode === 'maintain';
    return [
      {
        key: 'reportState',
        label: t('command.reportState'),
        by,
        ...whileOpen(robot, 'reportState'),
        onSelect: () => void sendNow(robot, { cmd: 'reportState', args: {} } as Asked),
      },
      {
        key: 'uploadLog',
        label: t('command.downloadLog'),
        by: logDownloadEndpoints.add,
        ...whileOpen(robot, 'uploadLog'),
        onSelect: () => setLogOf(robot),
      },
      {
        key: 'setMaintenance',
        label: t(isMaintained ? 'command.endMaintenance' : 'command.setMaintenance'),
        by,
        ...whileOpen(robot, 'setMaintenance'),
        onSelect: () =>
          setAsked({
            robot,
            deed: isMaintained ? 'endMaintenance' : 'setMaintenance',
            ...({ cmd: 'setMaintenance', args: { on: !isMaintained } } as Asked),
          }),
      },
      {
        key: 'clean',
        label: t('command.clean'),
        by,
        ...whileOpen(robot, 'clean'),
        onSelect: () => setAsked({ robot, deed: 'clean', ...({ cmd: 'clean', args: {} } as Asked) }),
      },
      {
        key: 'openOutlet',
        label: t('command.openOutlet'),
        by,
        ...whileOpen(robot, 'openOutlet'),
        onSelect: () =>
          setAsked({ robot, deed: 'openOutlet', ...({ cmd: 'openOutlet', args: {} } as unknown as Asked) }),
      },
      {
        key: 'restart',
        label: t('command.restart'),
        by,
        danger: true,
        divided: true,
        ...whileOpen(robot, 'restart'),
        onSelect: () => setAsked({ robot, deed: 'restart', ...({ cmd: 'restart', args: {} } as Asked) }),
      },
      {
        key: 'renew',
        label: t('credential.renew'),
        by: robotEndpoints.rotateCredential,
        danger: true,
        onSelect: () => void renewNow(robot),
      },
    ];
  };
  const dialog = (
    <>
      {logOf && (
        <Suspense>
          <LogDownloadDialog robot={logOf} onClose={() => setLogOf(undefined)} />
        </Suspense>
      )}
      {asked && <AskDialog asked={asked} send={send.mutateAsync} onClose={() => setAsked(undefined)} />}
    </>
  );
  return { actionsOf, dialog };
}

interface AskDialogProps {
  asked: AskedOfRobot;
  send: ReturnType<typeof useRobotChange<typeof robotEndpoints.sendCommand>>['mutateAsync'];
  onClose: () => void;
}

/** Why, and what else the command needs. */
function AskDialog({ asked, send, onClose }: AskDialogProps) {
  const { t } = useTranslation('robots');
  return (
    <FormDialog
      namespace="robots"
      title={t(`command.ask.${asked.deed}`, { name: asked.robot.name })}
      schema={asked.deed === 'openOutlet' ? ReasonAndOutlet : Reason}
      intro={<p className="quiet">{t(`command.then.${asked.deed}`)}</p>}
      initialValues={{ reason: '' }}
      verb={t(`command.${asked.deed}`)}
      danger={asked.deed === 'restart' || asked.deed === 'openOutlet'}
      onSubmit={({ reason, outlet }, { idempotencyKey }) =>
        send({
          request: {
            ...{ robotId: asked.robot.id, cmd: asked.cmd, reason },
            args: outlet === undefined ? asked.args : { outlet },
          } as SendCommandRequest,
          idempotencyKey,
        })
      }
      onSaved={() => toast.success(t('command.queued'))}
      onClose={onClose}
    >
      {asked.deed === 'openOutlet' && <NumberField name="outlet" />}
      <TextAreaField name="reason" />
    </FormDialog>
  );
}
