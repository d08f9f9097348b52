import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import type { RunMaterial } from '../contract/endpoints.ts';
import { isWanted, pickList } from '../rules/run.ts';
import { useAmounts } from './use-amounts.ts';
import './refill-runs.css';

export interface RefillRow {
  readonly robotId: string;
  readonly materials: readonly RunMaterial[];
  /** What is taken along is counted for it. */
  readonly isPacked: boolean;
  /** Which robot it is. */
  readonly head: ReactNode;
  /** When it runs out, where that is told. */
  readonly runsOut?: ReactNode;
}

interface RefillTableProps {
  rows: readonly RefillRow[];
  label: string;
}

/**
 * What each robot wants, a column per material, and below it what is to be packed for all of them: in packs where the material says
 * how it is bought. Each amount stands there once.
 */
export function RefillTable({ rows, label }: RefillTableProps) {
  const { t } = useTranslation('refill-runs');
  const { amount, nameOf, packs } = useAmounts();
  const wanted = pickList(rows.map(({ materials }) => ({ materials, state: 'waiting' })));
  const packed = new Map(
    pickList(rows.map(({ materials, isPacked }) => ({ materials, state: isPacked ? 'waiting' : 'left' }))).map(
      (one) => [one.material.materialId, one.amount],
    ),
  );
  const tellsWhen = rows.some(({ runsOut }) => runsOut !== undefined);
  return (
    <ScrollBox label={label}>
      <table className="plain-table refill-table">
        <thead>
          <tr>
            <th scope="col">{t('table.robot')}</th>
            {tellsWhen && (
              <th scope="col" className="figures">
                {t('table.runsOut')}
              </th>
            )}
            {wanted.map(({ material }) => (
              <th key={material.materialId} scope="col" className="end">
                {nameOf(material)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ robotId, materials, head, runsOut }) => (
            <tr key={robotId}>
              <th scope="row">{head}</th>
              {tellsWhen && <td className="figures">{runsOut}</td>}
              {wanted.map(({ material: { materialId } }) => {
                const missing = materials.filter((one) => one.materialId === materialId && isWanted(one));
                const sum = missing.reduce((all, { capacity, level }) => all + capacity - level, 0);
                return (
                  <td key={materialId} className="end figures">
                    {missing[0] && amount(sum, missing[0].unit)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {packed.size > 0 && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={tellsWhen ? 2 : 1}>
                {t('detail.pick')}
              </th>
              {wanted.map(({ material }) => {
                const sum = packed.get(material.materialId);
                return (
                  <td key={material.materialId} className="end figures">
                    {sum !== undefined && (packs(sum, material) ?? amount(sum, material.unit))}
                  </td>
                );
              })}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollBox>
  );
}
