import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { CallError } from '#platform/http/web/call-error.ts';
import { leavePage } from '#platform/routing/web/leave.ts';
import { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import { SelectField } from '#ui/fields/select-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { type CurrentDepartments, SelectDepartmentRequest } from '../../contract/endpoints.ts';
import { keepUser } from '../stored/session-storage.ts';

interface DepartmentDialogProps {
  departments: CurrentDepartments;
  username: string;
  onClose: () => void;
  /** Platform.md 4: a choice that fails ends the session; the text says why. */
  onFailed: (text: string) => void;
}

/** Another department to work in; the page is loaded anew with it (platform.md 4). */
export function DepartmentDialog({ departments, username, onClose, onFailed }: DepartmentDialogProps) {
  const { t } = useTranslation('session');
  return (
    <FormDialog
      namespace="session"
      title={t('department.title')}
      schema={SelectDepartmentRequest}
      initialValues={{ orgCode: departments.orgCode }}
      verb={t('department.verb')}
      width={450}
      onSubmit={async ({ orgCode }) => {
        try {
          const { userInfo } = await call(
            sessionEndpoints.selectDepartment,
            { orgCode, username },
            { notices: 'none' },
          );
          keepUser(userInfo);
          leavePage(location.pathname + location.search);
        } catch (error) {
          // The end of the session has its own message, and so has a failed choice: the dialog adds none.
          if (!(error instanceof CallError) || error.status === 401) throw error;
          onFailed(error.message);
          await new Promise<never>(() => undefined);
        }
      }}
      onClose={onClose}
    >
      <SelectField
        name="orgCode"
        label={t('department.label')}
        options={departments.list.map(({ orgCode, departName }) => ({ value: orgCode, label: departName }))}
      />
    </FormDialog>
  );
}
