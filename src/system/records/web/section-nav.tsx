import { useEffect, useState } from 'react';

interface NavSection {
  readonly id: string;
  readonly title: string;
}

/** The ways to the sections of a long page; the one that is read stands out. */
export function SectionNav({ label, sections }: { label: string; sections: readonly NavSection[] }) {
  const current = useCurrent(sections.map(({ id }) => id).join(' '));
  return (
    <nav className="section-nav" aria-label={label}>
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === current ? 'true' : undefined}
              onClick={() => {
                const section = document.getElementById(id);
                section?.focus({ preventScroll: true });
                section?.scrollIntoView({ block: 'start' });
              }}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The uppermost section that reaches into the upper third of the window. */
function useCurrent(ids: string): string | undefined {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) =>
        setSeen((now) => {
          const next = new Set(now);
          for (const { target, isIntersecting } of entries)
            isIntersecting ? next.add(target.id) : next.delete(target.id);
          return next;
        }),
      { rootMargin: '-96px 0px -66% 0px' },
    );
    for (const id of ids.split(' ')) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  return ids.split(' ').find((id) => seen.has(id));
}
