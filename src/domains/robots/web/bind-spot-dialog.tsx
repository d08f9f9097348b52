import { useTranslation } from 'react-i18next';
import { BindServiceSpotsRequest } from '#domains/robots/contract/endpoints.ts';
import type { Robot } from '#domains/robots/contract/robot.ts';
import { Id } from '#platform/http/contract/fields.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { robotEndpoints } from '../contract/endpoints.ts';
import { useRobotChange } from './robot-queries.ts';
import { SpotField } from './spot-field.tsx';

/** A spot is chosen; taking a robot off its spot is asked for elsewhere. */
const Placing = BindServiceSpotsRequest.extend({ spotId: Id });

export function BindSpotDialog({
  robot,
  onClose,
}: {
  robot: Pick<Robot, 'id' | 'name' | 'spotId'>;
  onClose: () => void;
}) {
  const { t } = useTranslation('robots');
  const bind = useRobotChange(robotEndpoints.bindServiceSpots);
  return (
    <FormDialog
      namespace="robots"
      title={t('bind.title', { name: robot.name })}
      schema={Placing}
      draft={`devices.bind-spot:${robot.id}`}
      initialValues={{ robotIds: [robot.id], spotId: robot.spotId ?? undefined, from: robot.spotId }}
      verb={t(robot.spotId === null ? 'bind.button' : 'bind.change')}
      onSubmit={(request, { idempotencyKey }) => bind.mutateAsync({ request, idempotencyKey })}
      onSaved={() => toast.success(t('bind.done'))}
      onClose={onClose}
    >
      <SpotField name="spotId" />
    </FormDialog>
  );
}
