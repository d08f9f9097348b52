import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { type LoginStep, missingChoices, type PickerChoice } from '#system/session/rules/next-login-step.ts';
import { recentTenantIds } from '#system/session/web/stored/index.ts';
import { ChoiceList } from './choice-list.tsx';
import { tenantsByUse } from './tenants-by-use.ts';
import type { LoginTexts } from './texts.ts';

interface PlacePickerProps {
  answer: LoginAnswer;
  step: LoginStep;
  texts: LoginTexts['picker'];
  working: string;
  onChosen(choice: { tenantId: string | null | undefined; orgCode?: string | undefined }): Promise<void>;
  onCancel(): Promise<void>;
}

/** Tenant and department picker after a login (platform.md 4 and 5). The mask does not close it; Escape cancels. */
export function PlacePicker({ answer, step, texts, working, onChosen, onCancel }: PlacePickerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [recent] = useState(recentTenantIds);
  const tenants = tenantsByUse(answer.tenantList ?? [], recent);
  const [choice, setChoice] = useState<PickerChoice>(() => ({
    // Chosen before on this browser, so one press of Enter goes on.
    tenantId: tenants.find((tenant) => tenant.id === recent[0])?.id,
  }));
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);

  useEffect(() => dialog.current?.showModal(), []);

  if (step.step === 'enter') return null;
  const { asksTenant, asksDepartment } = step;

  async function run(work: () => Promise<void>) {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  }

  function choose(part: PickerChoice) {
    setChoice({ ...choice, ...part });
    setMissing([]);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const left = missingChoices(step, choice);
    setMissing(left);
    if (left.length > 0) {
      dialog.current?.querySelector<HTMLElement>(`[data-choice="${left[0]}"] input`)?.focus();
      return;
    }
    const tenantId = step.step === 'choose' && asksTenant ? choice.tenantId : step.tenantId;
    void run(() => onChosen({ tenantId, orgCode: asksDepartment ? choice.orgCode : undefined }));
  }

  const title = asksTenant && asksDepartment ? texts.titleBoth : asksTenant ? texts.titleTenant : texts.titleDepartment;
  return (
    <dialog
      ref={dialog}
      className="picker"
      aria-labelledby="picker-title"
      onCancel={(event) => {
        event.preventDefault();
        void run(onCancel);
      }}
    >
      <form onSubmit={submit} noValidate>
        <h2 id="picker-title">{title}</h2>
        {asksTenant && (
          <ChoiceList
            name="tenant"
            label={texts.tenant}
            searchLabel={texts.searchTenant}
            nothing={texts.nothing}
            options={tenants.map((tenant) => ({
              value: tenant.id,
              text: tenant.name,
              detail: tenant.id,
              mark: tenant.id === recent[0] ? texts.lastUsed : undefined,
            }))}
            value={choice.tenantId}
            error={missing.includes('tenant') ? texts.tenantMissing : undefined}
            onChoose={(tenantId) => choose({ tenantId })}
          />
        )}
        {asksDepartment && (
          <ChoiceList
            name="department"
            label={texts.department}
            searchLabel={texts.searchDepartment}
            nothing={texts.nothing}
            options={answer.departs.map((depart) => ({
              value: depart.orgCode,
              text: depart.departName,
              detail: depart.orgCode,
            }))}
            value={choice.orgCode}
            error={missing.includes('department') ? texts.departmentMissing : undefined}
            onChoose={(orgCode) => choose({ orgCode })}
          />
        )}
        <div className="picker-actions">
          <button type="button" className="picker-cancel" aria-disabled={busy} onClick={() => void run(onCancel)}>
            {texts.cancel}
          </button>
          <button type="submit" className="picker-ok" aria-busy={busy} aria-disabled={busy}>
            {busy ? working : texts.ok}
          </button>
        </div>
      </form>
    </dialog>
  );
}
