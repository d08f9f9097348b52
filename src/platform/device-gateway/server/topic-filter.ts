/** Whether an MQTT filter, with `+` and `#`, matches a topic. */
export function filterMatches(filter: string, topic: string): boolean {
  if (!filter.includes('+') && !filter.includes('#')) return filter === topic;
  const filterLevels = filter.split('/');
  const topicLevels = topic.split('/');
  for (const [i, level] of filterLevels.entries()) {
    if (level === '#') return true;
    if (i >= topicLevels.length) return false;
    if (level !== '+' && level !== topicLevels[i]) return false;
  }
  return filterLevels.length === topicLevels.length;
}

/** Whether everything that `wanted` could match is matched by `allowed`: a device may ask for less than its right. */
export function filterCovers(allowed: string, wanted: string): boolean {
  const allowedLevels = allowed.split('/');
  const wantedLevels = wanted.split('/');
  for (const [i, level] of allowedLevels.entries()) {
    if (level === '#') return true;
    const asked = wantedLevels[i];
    if (asked === undefined || asked === '#' || asked === '') return false;
    if (level !== '+' && level !== asked) return false;
  }
  return allowedLevels.length === wantedLevels.length;
}
