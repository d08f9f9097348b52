import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../skeleton/skeleton.tsx';
import type { RecordTableProps } from './record-table.tsx';
import { useLaidColumns } from './use-laid-columns.ts';

/** The layout to come: the same header and widths, grey lines for values. */
export function WaitingTable<Row extends object>(props: RecordTableProps<Row>) {
  const { t } = useTranslation('ui');
  const scroller = useRef<HTMLDivElement>(null);
  const { laid, widths, totalWidth, titleOf } = useLaidColumns(props, scroller);
  const [lines] = useState(() => Array.from({ length: 16 }, (_, at) => 40 + ((at * 37) % 45)));
  return (
    <div ref={scroller} className="record-scroll record-still" aria-busy="true">
      <table
        className={`record-table record-${props.layout.layout.density}`}
        aria-label={props.label}
        style={{ minInlineSize: totalWidth }}
      >
        <caption className="hidden-text">{t('loading')}</caption>
        <colgroup>
          {laid.map(({ key }, at) => (
            <col key={key} style={{ inlineSize: widths[at] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {laid.map(({ key, column, className }) =>
              column ? (
                <th key={key} scope="col" className={className}>
                  <span>{titleOf(column)}</span>
                </th>
              ) : (
                <td key={key} className={className} />
              ),
            )}
          </tr>
        </thead>
        <tbody aria-hidden="true">
          {lines.map((width, at) => (
            <tr key={at}>
              {laid.map(({ key, column, className }) => (
                <td key={key} className={className}>
                  {column && <Skeleton width={`${width}%`} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
