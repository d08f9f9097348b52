import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import type { Robot, RobotDetail } from '#domains/robots/contract/robot.ts';
import { UpdateRobotRequest } from '#domains/robots/contract/robot.ts';
import { ROBOT_ALARMS } from '#domains/robots/contract/robot-alarms.ts';
import { APP_LAYOUTS, REPORT_TYPES } from '#domains/robots/contract/robot-status.ts';
import { Editable, useMayEdit } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { CheckboxField } from '#ui/fields/checkbox-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { RecordForm } from '#ui/record-form/record-form.tsx';
import { useNextRecord } from '#ui/record-list/record-neighbours.tsx';
import { robotEndpoints } from '../../contract/endpoints.ts';
import { useRobotChange } from '../robot-queries.ts';

/** The call may leave out what does not change; in the form it stands there and cannot be emptied. */
const Form = UpdateRobotRequest.required({
  name: true,
  reportIntervalSeconds: true,
  reportType: true,
  appLayout: true,
});

const valuesOf = (robot: Robot): z.input<typeof Form> => ({
  id: robot.id,
  version: robot.version,
  name: robot.name,
  model: robot.model,
  reportIntervalSeconds: robot.reportIntervalSeconds,
  reportType: robot.reportType,
  canOrderInApp: robot.canOrderInApp,
  appLayout: robot.appLayout,
  alarms: robot.alarms,
  fridgeLimitCelsius: robot.fridgeLimitCelsius ?? undefined,
});

/** What a robot is called and how it reports and sells; sent to the robot itself after saving. */
export default function RobotSettings({ robot }: { robot: RobotDetail }) {
  const { t } = useTranslation('robots');
  const update = useRobotChange(robotEndpoints.update);
  const mayEdit = useMayEdit(robotEndpoints.update);
  const goToNext = useNextRecord('?tab=settings');
  return (
    <RecordForm
      namespace="robots"
      label={t('settings.of', { name: robot.name })}
      schema={Form}
      stored={valuesOf(robot)}
      draft={`devices.settings:${robot.id}`}
      readOnly={!mayEdit}
      onSubmit={(request, { idempotencyKey }) =>
        update.mutateAsync({
          request: { ...request, fridgeLimitCelsius: request.fridgeLimitCelsius ?? null },
          idempotencyKey,
        })
      }
      savedValues={valuesOf}
      onSaveNext={goToNext}
    >
      {!mayEdit && <p className="quiet">{t('settings.readOnly')}</p>}
      <Editable by={robotEndpoints.update}>
        <Card title={t('settings.names')}>
          <TextField name="name" />
          <TextField name="model" />
        </Card>
        <Card title={t('settings.reports')}>
          <SelectField
            name="reportType"
            hint={t('settings.reportTypeHint')}
            options={REPORT_TYPES.map((value) => ({ value, label: t(`reportType.${value}`) }))}
          />
          <NumberField name="reportIntervalSeconds" hint={t('settings.intervalHint')} />
        </Card>
        <Card title={t('settings.sales')}>
          <CheckboxField name="canOrderInApp" />
          <SelectField
            name="appLayout"
            options={APP_LAYOUTS.map((value) => ({ value, label: t(`appLayout.${value}`) }))}
          />
        </Card>
        <Card title={t('settings.alarms')}>
          <p className="quiet">{t('settings.alarmsHint')}</p>
          {ROBOT_ALARMS.map((alarm) => (
            <CheckboxField key={alarm} name={`alarms.${alarm}`} />
          ))}
          <NumberField
            name="fridgeLimitCelsius"
            unit="°C"
            placeholder={String(robot.tenantFridgeLimitCelsius)}
            hint={t('settings.fridgeLimitHint', { celsius: robot.tenantFridgeLimitCelsius })}
          />
        </Card>
      </Editable>
    </RecordForm>
  );
}
