import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { fleetEndpoints } from '#domains/fleet/contract/endpoints.ts';
import type { Robot } from '#domains/robots/contract/robot.ts';
import { Id, TenantId, Text } from '#platform/http/contract/fields.ts';
import { call } from '#platform/http/web/call.ts';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { useRobotChange } from './robot-queries.ts';
import { SpotField } from './spot-field.tsx';

const Reason = z.strictObject({ reason: Text(200, 1) });
const Move = z.strictObject({ tenantId: TenantId, reason: Text(200, 1) });
const Back = z.strictObject({ spotId: Id.optional() });

export type LeavingRobot = Pick<Robot, 'id' | 'name' | 'retiredAt'>;

/** Out of use, back again, or off to another tenant. `dialog` stands once beside whatever offers the actions. */
export function useLeaving(onAccess: (access: MqttAccess) => void): {
  actionsOf: (robot: LeavingRobot) => RowAction[];
  dialog: ReactNode;
} {
  const { t } = useTranslation('fleet');
  const [asked, setAsked] = useState<{ what: 'retire' | 'back' | 'move'; robot: LeavingRobot }>();
  const actionsOf = (robot: LeavingRobot): RowAction[] => {
    if (robot.retiredAt !== null)
      return [
        {
          key: 'back',
          label: t('leave.back'),
          by: fleetEndpoints.bringBack,
          onSelect: () => setAsked({ what: 'back', robot }),
        },
      ];
    return [
      {
        key: 'move',
        label: t('leave.move'),
        by: fleetEndpoints.changeDeviceTenant,
        divided: true,
        onSelect: () => setAsked({ what: 'move', robot }),
      },
      {
        key: 'retire',
        label: t('leave.retire'),
        by: fleetEndpoints.retire,
        danger: true,
        onSelect: () => setAsked({ what: 'retire', robot }),
      },
    ];
  };
  const close = () => setAsked(undefined);
  const dialog = asked && (
    <>
      {asked.what === 'retire' && <RetireDialog robot={asked.robot} onClose={close} />}
      {asked.what === 'back' && <BackDialog robot={asked.robot} onAccess={onAccess} onClose={close} />}
      {asked.what === 'move' && <MoveDialog robot={asked.robot} onAccess={onAccess} onClose={close} />}
    </>
  );
  return { actionsOf, dialog };
}

interface LeavingDialogProps {
  robot: LeavingRobot;
  onClose: () => void;
}
type WithAccess = LeavingDialogProps & { onAccess: (access: MqttAccess) => void };

function RetireDialog({ robot, onClose }: LeavingDialogProps) {
  const { t } = useTranslation('fleet');
  const retire = useRobotChange(fleetEndpoints.retire);
  return (
    <FormDialog
      namespace="fleet"
      title={t('leave.retireTitle', { name: robot.name })}
      schema={Reason}
      initialValues={{ reason: '' }}
      intro={<p className="quiet">{t('leave.retireThen')}</p>}
      verb={t('leave.retire')}
      danger
      onSubmit={({ reason }, { idempotencyKey }) =>
        retire.mutateAsync({ request: { robotId: robot.id, reason }, idempotencyKey })
      }
      onSaved={() => toast.success(t('leave.retired'))}
      onClose={onClose}
    >
      <TextAreaField name="reason" />
    </FormDialog>
  );
}

function BackDialog({ robot, onAccess, onClose }: WithAccess) {
  const { t } = useTranslation(['fleet', 'robots']);
  const back = useRobotChange(fleetEndpoints.bringBack);
  return (
    <FormDialog
      namespace="robots"
      title={t('leave.backTitle', { name: robot.name })}
      schema={Back}
      initialValues={{}}
      intro={<p className="quiet">{t('leave.backThen')}</p>}
      verb={t('leave.back')}
      onSubmit={(request, { idempotencyKey }) =>
        back.mutateAsync({ request: { robotId: robot.id, ...request }, idempotencyKey })
      }
      onSaved={(access) => onAccess(access as MqttAccess)}
      onClose={onClose}
    >
      <SpotField name="spotId" />
    </FormDialog>
  );
}

function MoveDialog({ robot, onAccess, onClose }: WithAccess) {
  const { t } = useTranslation('fleet');
  const move = useRobotChange(fleetEndpoints.changeDeviceTenant);
  const tenants = useQuery({
    queryKey: ['robots', 'tenants-to-move-to'],
    queryFn: ({ signal }) => call(fleetEndpoints.getTenantList, {}, { signal, notices: 'none' }),
  });
  const list = tenants.data?.list ?? [];
  return (
    <FormDialog
      namespace="fleet"
      title={t('leave.moveTitle', { name: robot.name })}
      schema={Move}
      initialValues={{ reason: '' }}
      intro={<p className="quiet">{t(tenants.data && list.length === 0 ? 'leave.nowhere' : 'leave.moveThen')}</p>}
      verb={t('leave.move')}
      danger
      onSubmit={(request, { idempotencyKey }) =>
        move.mutateAsync({ request: { robotId: robot.id, ...request }, idempotencyKey })
      }
      onSaved={(access) => onAccess(access as MqttAccess)}
      onClose={onClose}
    >
      <SelectField name="tenantId" options={list.map(({ tenantId, name }) => ({ value: tenantId, label: name }))} />
      <TextAreaField name="reason" />
    </FormDialog>
  );
}
