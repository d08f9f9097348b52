import { useSearchParams } from 'react-router';

/** What a tree shows stands in its address: words that are sought, the record in the panel. */
export function useTreeAddress() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string | undefined, replace: boolean) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace },
    );
  const words = params.get('search') ?? '';
  const panel = params.get('panel') ?? undefined;
  return {
    words,
    panel,
    seek: (next: string) => set('search', next, words !== ''),
    show: (id: string | undefined) => set('panel', id, panel !== undefined),
  };
}
