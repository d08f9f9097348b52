import { useTranslation } from 'react-i18next';
import { type AddRobotAnswer, AddRobotRequest } from '#domains/robots/contract/robot.ts';
import { UniqueTextField } from '#system/field-checks/web/index.ts';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { robotEndpoints } from '../contract/endpoints.ts';
import { useRobotChange } from './robot-queries.ts';
import { SpotField } from './spot-field.tsx';

interface AddRobotDialogProps {
  /** Of a device that has knocked already. */
  imei?: string | undefined;
  onAdded: (answer: AddRobotAnswer) => void;
  onClose: () => void;
}

/** A new robot; its credential is made by the server and shown once afterwards. */
export function AddRobotDialog({ imei = '', onAdded, onClose }: AddRobotDialogProps) {
  const { t } = useTranslation('robots');
  const add = useRobotChange(robotEndpoints.add);
  return (
    <FormDialog
      namespace="robots"
      title={t('add.title')}
      schema={AddRobotRequest}
      draft={imei === '' ? 'devices.add-robot' : undefined}
      initialValues={{ imei, name: '', reportIntervalSeconds: 60 }}
      verb={t('add.button')}
      onSubmit={(request, { idempotencyKey }) => add.mutateAsync({ request, idempotencyKey })}
      onSaved={(answer) => onAdded(answer as AddRobotAnswer)}
      onClose={onClose}
    >
      <UniqueTextField name="imei" unique={{ table: 'coffee_robot', field: 'imei' }} />
      <TextField name="name" />
      <SpotField name="spotId" />
      <NumberField name="reportIntervalSeconds" />
    </FormDialog>
  );
}
