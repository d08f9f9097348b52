import { groupsOf } from '#platform/ids/rules/grouped-number.ts';
import './record-number.css';

const TELLING = 4;

/**
 * A long number, quiet but for the last digits, by which people distinguish records. Hyphens between its groups are drawn alone: it
 * is copied and read as one.
 */
export function RecordNumber({ of: number }: { of: string }) {
  const [day, tenant, counter] = groupsOf(number) ?? [];
  return (
    <span className="record-number">
      {counter ? (
        <>
          <span>{day}</span>
          <span>{tenant}</span>
        </>
      ) : (
        number.slice(0, -TELLING)
      )}
      <b>{counter ?? number.slice(-TELLING)}</b>
    </span>
  );
}
