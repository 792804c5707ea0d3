import type { Ledger } from './port.ts';

/** Carries out one call of a ledger's method. */
export type LedgerCall = <Method extends keyof Ledger>(
  method: Method,
  ...args: Parameters<Ledger[Method]>
) => ReturnType<Ledger[Method]>;

/** A ledger each of whose methods goes through one function, which may take the call elsewhere, or watch it. */
export function ledgerThrough(call: LedgerCall): Ledger {
  return {
    reserve: (...args) => call('reserve', ...args),
    ruleChanges: (...args) => call('ruleChanges', ...args),
    abandon: (...args) => call('abandon', ...args),
    send: (...args) => call('send', ...args),
    settle: (...args) => call('settle', ...args),
    replay: (...args) => call('replay', ...args),
    find: (...args) => call('find', ...args),
    standing: (...args) => call('standing', ...args),
    useNonce: (...args) => call('useNonce', ...args),
    usedBefore: (...args) => call('usedBefore', ...args),
    consume: (...args) => call('consume', ...args),
    endSessions: (...args) => call('endSessions', ...args),
    endSession: (...args) => call('endSession', ...args),
    isSessionOver: (...args) => call('isSessionOver', ...args),
    sessionsEndedAt: (...args) => call('sessionsEndedAt', ...args),
    links: (...args) => call('links', ...args),
    releaseLink: (...args) => call('releaseLink', ...args),
    grantedTo: (...args) => call('grantedTo', ...args),
    seatsTaken: (...args) => call('seatsTaken', ...args),
    pointsHeld: (...args) => call('pointsHeld', ...args),
    unknown: () => call('unknown'),
    recover: (...args) => call('recover', ...args),
    retryable: (...args) => call('retryable', ...args),
    list: (...args) => call('list', ...args),
    history: (...args) => call('history', ...args),
    sums: (...args) => call('sums', ...args),
    resolve: (...args) => call('resolve', ...args),
    purge: (...args) => call('purge', ...args),
    exportMember: (...args) => call('exportMember', ...args),
    forget: (...args) => call('forget', ...args),
    about: () => call('about'),
    glance: () => call('glance'),
    ledgerHistory: () => call('ledgerHistory'),
    backedUp: (...args) => call('backedUp', ...args),
    restored: (...args) => call('restored', ...args),
    setAside: (...args) => call('setAside', ...args),
    noteAudit: (...args) => call('noteAudit', ...args),
    audit: (...args) => call('audit', ...args),
    adopt: (...args) => call('adopt', ...args),
    setReceivers: (...args) => call('setReceivers', ...args),
    takeDeliveries: (...args) => call('takeDeliveries', ...args),
    noteDelivery: (...args) => call('noteDelivery', ...args),
    stopReceiver: (...args) => call('stopReceiver', ...args),
    deliveries: (...args) => call('deliveries', ...args),
    deliveryCounts: () => call('deliveryCounts'),
    sendAgain: (...args) => call('sendAgain', ...args),
    check: (...args) => call('check', ...args),
    close: () => call('close'),
  };
}
