// What every page of the console has of it: a place for the question, whose dialog comes when it is asked.
export { WhyHost } from './why-host.tsx';
