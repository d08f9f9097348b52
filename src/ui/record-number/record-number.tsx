import './record-number.css';

const TELLING = 4;

/** A long number, quiet but for the last digits, by which people distinguish records. It is copied and read as one. */
export function RecordNumber({ of: number }: { of: string }) {
  return (
    <span className="record-number">
      {number.slice(0, -TELLING)}
      <b>{number.slice(-TELLING)}</b>
    </span>
  );
}
