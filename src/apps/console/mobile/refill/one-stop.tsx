import { type FormEvent, useId, useRef, useState } from 'react';
import type { RefillRun, RunMaterial, RunStop } from '#domains/refill-runs/contract/endpoints.ts';
import { isWanted } from '#domains/refill-runs/rules/run.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { onPhone } from '../addresses.ts';
import { go } from '../place.ts';
import type { Typed, TypedStop } from './kept.ts';
import { RunCancelled } from './run-cancelled.tsx';
import { doAct, keepTyped, typedAt } from './runs.ts';
import { SkipSheet } from './skip-sheet.tsx';
import { useRunWords } from './words.ts';

/** One robot: what is in each container now. What is wanted stands at full, so most confirm with one tap. */
export function OneStop({ run, stop }: { run: RefillRun; stop: RunStop }) {
  const { words } = useRunWords();
  const isFirst = stop.state === 'waiting';
  const [typed, setTyped] = useState<TypedStop>(() => ({
    ...Object.fromEntries(
      stop.materials.map((one) => [
        one.materialId,
        { amount: isFirst && isWanted(one) ? String(one.capacity) : '', batch: '' },
      ]),
    ),
    ...typedAt(run.id, stop.robotId),
  }));
  const [fault, setFault] = useState('');
  const [isSkipping, setSkipping] = useState(false);
  // the order stays while somebody types, whatever comes in
  const [wantedIds] = useState(() => new Set(stop.materials.filter(isWanted).map(({ materialId }) => materialId)));
  const form = useRef<HTMLFormElement>(null);
  const wanted = stop.materials.filter(({ materialId }) => wantedIds.has(materialId));
  const others = stop.materials.filter(({ materialId }) => !wantedIds.has(materialId));
  const chosen = stop.materials.filter((one) => (typed[one.materialId]?.amount ?? '') !== '');
  const wrong = chosen.find((one) => amountOf(typed[one.materialId], one) === undefined);
  // nobody is sent on in a run that was cancelled
  const next =
    run.state !== 'cancelled' &&
    run.stops.find(({ state, robotId }) => state === 'waiting' && robotId !== stop.robotId);
  const leave = (): void => go(next ? onPhone.stop(run.id, next.robotId) : onPhone.run(run.id), { replace: true });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (chosen.length === 0) return setFault(words.chooseOne);
    if (wrong) {
      form.current?.querySelector<HTMLElement>(`[data-material="${CSS.escape(wrong.materialId)}"]`)?.focus();
      return;
    }
    await doAct({
      ...{ kind: 'confirm', id: run.id, robotId: stop.robotId, robotName: stop.name },
      materials: chosen.map((one) => ({
        materialId: one.materialId,
        amount: amountOf(typed[one.materialId], one) ?? 0,
      })),
      batches: chosen.map((one) => ({
        ...{ materialId: one.materialId, filledAt: one.filledAt },
        batch: typed[one.materialId]?.batch.trim() ?? '',
      })),
    });
    leave();
  };
  const row = (one: RunMaterial) => (
    <Container
      key={one.materialId}
      material={one}
      typed={typed[one.materialId] ?? { amount: '', batch: '' }}
      onChange={(news) => {
        setFault('');
        const next = { ...typed, [one.materialId]: news };
        setTyped(next);
        void keepTyped(run.id, stop.robotId, next);
      }}
    />
  );
  return (
    <form ref={form} className="refill-stop" noValidate onSubmit={(event) => void submit(event)}>
      <RunCancelled run={run} />
      {wanted.map(row)}
      {wanted.length === 0 && <p className="mobile-soft">{words.full}</p>}
      {others.length > 0 && (
        <details open={wanted.length === 0}>
          <summary className="button">{words.others}</summary>
          <div className="refill-stop">{others.map(row)}</div>
        </details>
      )}
      {fault && (
        <p role="alert" className="mobile-fault-text fault-sign">
          {fault}
        </p>
      )}
      <div className="mobile-action-bar">
        {stop.state !== 'filled' && (
          <button type="button" className="button" onClick={() => setSkipping(true)}>
            {words.skip}
          </button>
        )}
        <button type="submit" className="button button-primary">
          {chosen.length > 0 ? filled(words.confirmCount, { count: chosen.length }) : words.confirm}
        </button>
      </div>
      {isSkipping && (
        <SkipSheet
          run={run}
          stop={stop}
          onClose={(isDone) => {
            setSkipping(false);
            if (isDone) leave();
          }}
        />
      )}
    </form>
  );
}

/** Undefined where it cannot be. */
function amountOf(typed: Typed | undefined, { capacity }: RunMaterial): number | undefined {
  const text = typed?.amount.trim() ?? '';
  const value = Number(text);
  return /^\d{1,8}$/.test(text) && value <= capacity ? value : undefined;
}

interface ContainerProps {
  material: RunMaterial;
  typed: Typed;
  onChange: (typed: Typed) => void;
}

function Container({ material, typed, onChange }: ContainerProps) {
  const { texts, words, nameOf, amount, packs, runsOut } = useRunWords();
  const id = useId();
  const { capacity, level, unit } = material;
  const value = amountOf(typed, material);
  const isChosen = typed.amount !== '';
  const added = value === undefined ? 0 : value - level;
  const fault = isChosen && value === undefined ? filled(words.amountWrong, { most: capacity }) : undefined;
  return (
    <fieldset className="mobile-card refill-container" data-chosen={isChosen || undefined}>
      <legend>{nameOf(material)}</legend>
      <p className="mobile-soft">
        {[
          `${amount(level, unit)} ${filled(words.of, { capacity: amount(capacity, unit) })}`,
          runsOut(material.hoursToEmpty),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className="refill-amount">
        <label htmlFor={id}>{words.inIt}</label>
        <input
          id={id}
          data-material={material.materialId}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          placeholder={words.notFilled}
          value={typed.amount}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault && `${id}f`}
          onChange={({ target }) => onChange({ ...typed, amount: target.value.replace(/\D/g, '') })}
        />
        <span className="refill-unit">{filled(texts.amount[unit], { amount: '' }).trim()}</span>
      </div>
      {fault && (
        <p id={`${id}f`} role="alert" className="mobile-fault-text fault-sign">
          {fault}
        </p>
      )}
      {added > 0 && (
        <p className="mobile-soft">
          {[filled(words.plus, { amount: amount(added, unit) }), packs(added, material)].filter(Boolean).join(' · ')}
        </p>
      )}
      <p className="mobile-actions">
        <button
          type="button"
          className="button"
          aria-pressed={typed.amount === String(capacity)}
          onClick={() => onChange({ ...typed, amount: String(capacity) })}
        >
          {words.isFull}
        </button>
        <button
          type="button"
          className="button"
          aria-pressed={!isChosen}
          onClick={() => onChange({ ...typed, amount: '' })}
        >
          {words.notFilled}
        </button>
      </p>
      {isChosen && (
        <div className="refill-amount">
          <label htmlFor={`${id}b`}>{words.batch}</label>
          <input
            id={`${id}b`}
            autoComplete="off"
            maxLength={60}
            enterKeyHint="done"
            placeholder={words.batchHint}
            value={typed.batch}
            onChange={({ target }) => onChange({ ...typed, batch: target.value })}
          />
        </div>
      )}
    </fieldset>
  );
}
