import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { materials as materialKind } from '#domains/materials/contract/materials.ts';
import type { RobotDetail, RobotMaterial } from '#domains/robots/contract/robot.ts';
import { UpdateMaterialsRequest, updateMaterialsEndpoints } from '#domains/robots/contract/stock-endpoints.ts';
import { call } from '#platform/http/web/call.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { valueAt } from '#ui/form-dialog/field-path.ts';
import { RowContext, useForm } from '#ui/form-dialog/form-context.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { Select } from '#ui/select/select.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { useRobotChange } from '../robot-queries.ts';
import './stock.css';
import { joinWords } from '#platform/i18n/rules/join-words.ts';

const { updateMaterials } = updateMaterialsEndpoints;
const MOST_OPTIONS = 200;

/** What is in the containers of a robot, how large they are and when they are low, all at once: what is left empty stays. */
export default function StockDialog({ robot, onClose }: { robot: RobotDetail; onClose: () => void }) {
  const { t, i18n } = useTranslation('robots');
  const update = useRobotChange(updateMaterials);
  const nameOf = (id: string): string => {
    const known = robot.materials.find(({ materialId }) => materialId === id);
    return known ? localName(i18n.language, known.name, known.nameZh) : id;
  };
  return (
    <FormDialog
      namespace="robots"
      title={t('stock.title', { name: robot.name })}
      width={680}
      schema={UpdateMaterialsRequest}
      draft={`devices.stock:${robot.id}`}
      initialValues={{
        robotId: robot.id,
        materials: robot.materials.map(({ materialId, capacity, lowMark, filledAt }) => ({
          ...{ materialId, capacity, lowMark, filledAt },
        })),
      }}
      verb={t('stock.save')}
      onSubmit={async (request, { idempotencyKey }) => {
        const { kept } = await update.mutateAsync({ request, idempotencyKey });
        if (kept.length > 0) toast.warning(t('stock.kept', { materials: joinWords(kept.map(nameOf), i18n.language) }));
        else toast.success(t('stock.saved'));
      }}
      onClose={onClose}
      intro={<p className="quiet">{t('stock.intro')}</p>}
    >
      <StockRows robot={robot} />
      <TextField name="reason" placeholder={t('stock.reasonExample')} />
      <TextField name="operator" hint={t('stock.operatorHint')} />
    </FormDialog>
  );
}

interface NamedMaterial {
  readonly id: string;
  readonly name: string;
}

function StockRows({ robot }: { robot: RobotDetail }) {
  const { t, i18n } = useTranslation('robots');
  const form = useForm();
  const others = useOtherMaterials(robot);
  const rows = (valueAt(form.values, 'materials') ?? []) as readonly { materialId: string }[];
  const left = others.filter(({ id }) => !rows.some(({ materialId }) => materialId === id));
  const add = (materialId: string): void =>
    form.arrange('materials', [...rows.keys(), { added: { materialId, lowMark: 0, filledAt: null } }]);
  return (
    <div className="stock-rows">
      {rows.length === 0 && <p className="quiet">{t('material.none')}</p>}
      {rows.map(({ materialId }, place) => {
        const held = robot.materials.find((one) => one.materialId === materialId);
        const name = held
          ? localName(i18n.language, held.name, held.nameZh)
          : (others.find(({ id }) => id === materialId)?.name ?? materialId);
        return <StockRow key={materialId} at={`materials.${place}`} name={name} held={held} />;
      })}
      {left.length > 0 && (
        <Select
          label={t('stock.add')}
          options={left.map(({ id, name }) => ({ value: id, label: name }))}
          value=""
          none={t('stock.add')}
          onChange={(id) => id !== '' && add(id)}
        />
      )}
    </div>
  );
}

/** Materials that this robot has no container for, for those who may see materials. */
function useOtherMaterials(robot: RobotDetail): readonly NamedMaterial[] {
  const maySee = useCan(materialKind.endpoints.options);
  const { data = [] } = useQuery({
    queryKey: ['materials', 'options'],
    enabled: maySee,
    queryFn: ({ signal }) =>
      call(materialKind.endpoints.options, { pageSize: MOST_OPTIONS }, { signal, notices: 'none' }),
  });
  return data.filter(({ id }) => !robot.materials.some(({ materialId }) => materialId === id));
}

function StockRow({ at, name, held }: { at: string; name: string; held: RobotMaterial | undefined }) {
  const { t, i18n } = useTranslation('robots');
  const form = useForm();
  const number = new Intl.NumberFormat(i18n.language);
  const unit = held && t(`unit.${held.unit}`);
  const capacity = valueAt(form.values, `${at}.capacity`);
  const canFill = typeof capacity === 'number' && !Number.isNaN(capacity);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the fields have labels of their own, and the row's name before them
    <div className="stock-row" role="group" aria-label={name}>
      <div className="stock-name">
        <strong>{name}</strong>
        {held && <span className="quiet figures">{t('stock.now', { level: number.format(held.level), unit })}</span>}
      </div>
      <RowContext value={name}>
        <NumberField
          name={`${at}.amount`}
          {...(unit && { unit })}
          {...(held && { placeholder: String(held.current) })}
        />
        <Button
          reason={canFill ? undefined : t('stock.noCapacity')}
          aria-label={t('stock.fillOne', { material: name })}
          onClick={() => form.set(`${at}.amount`, capacity)}
        >
          {t('stock.fill')}
        </Button>
        <NumberField name={`${at}.capacity`} {...(unit && { unit })} required={!held} />
        <NumberField name={`${at}.lowMark`} {...(unit && { unit })} />
      </RowContext>
    </div>
  );
}
