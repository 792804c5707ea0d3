var __defProp = Object.defineProperty;
var __name = (target, value) => __defProp(target, "name", { value, configurable: true });

// ../../src/ledger/operation.ts
var Overtaken = class extends Error {
  static {
    __name(this, "Overtaken");
  }
};
function driveSync(operation, rowsOf) {
  let step = operation.next();
  while (!step.done) step = operation.next(rowsOf(step.value));
  return step.value;
}
__name(driveSync, "driveSync");
function* all(sql, ...params) {
  return yield { sql, params };
}
__name(all, "all");
function* first(sql, ...params) {
  const rows = yield { sql, params };
  return rows[0];
}
__name(first, "first");
function* lock(name) {
  yield { lock: name };
}
__name(lock, "lock");
function text(row, column) {
  const value = row[column];
  if (typeof value !== "string") throw new TypeError(`column ${column} holds no text`);
  return value;
}
__name(text, "text");
function number(row, column) {
  const value = row[column];
  if (typeof value !== "number") throw new TypeError(`column ${column} holds no number`);
  return value;
}
__name(number, "number");
function numberOrNull(row, column) {
  return row[column] === null ? null : number(row, column);
}
__name(numberOrNull, "numberOrNull");
function word(row, column, words) {
  const value = words.find((candidate) => candidate === row[column]);
  if (value === void 0) throw new TypeError(`column ${column} holds none of ${words.join(", ")}`);
  return value;
}
__name(word, "word");

// ../../src/ledger/port.ts
var GRANT_STATES = ["reserved", "sent", "granted", "refused", "released", "unknown"];
var CLAIM_STATES = ["granted", "pending", "refused", "released"];
var LedgerError = class extends Error {
  static {
    __name(this, "LedgerError");
  }
  constructor(message, options) {
    super(message, { cause: options.cause });
    this.name = "LedgerError";
    this.code = options.code;
  }
};

// ../../src/ledger/schema.ts
var PERSONAL = { all: 2, memberId: 1, none: 0 };
var ROLLING = "rolling-";
var IS_ROLLING = `period LIKE '${ROLLING}%'`;
var MEMBER_INDEX = `CREATE INDEX IF NOT EXISTS claims_of_member ON claims (member_id, action, created_at) WHERE holds = 1`;
function migrations({ integer, table }) {
  return [
    [
      `CREATE TABLE claims (
         id TEXT NOT NULL PRIMARY KEY, action TEXT NOT NULL, member_id TEXT NOT NULL, service TEXT NOT NULL, period TEXT NOT NULL,
         next_claim_at ${integer}, state TEXT NOT NULL, holds ${integer} NOT NULL, streak ${integer}, fields TEXT,
         created_at ${integer} NOT NULL, updated_at ${integer} NOT NULL
       ) ${table}`,
      `CREATE UNIQUE INDEX claims_slot ON claims (member_id, action, period) WHERE holds = 1`,
      `CREATE TABLE grants (
         claim_id TEXT NOT NULL REFERENCES claims (id), idx ${integer} NOT NULL, kind TEXT NOT NULL, points ${integer} NOT NULL,
         ask TEXT NOT NULL, state TEXT NOT NULL, attempts ${integer} NOT NULL, deadline ${integer} NOT NULL, echo TEXT, evidence TEXT,
         PRIMARY KEY (claim_id, idx)
       ) ${table}`,
      `CREATE INDEX grants_in_flight ON grants (deadline) WHERE state = 'reserved' OR state = 'sent'`,
      `CREATE INDEX grants_unknown ON grants (claim_id) WHERE state = 'unknown'`,
      `CREATE TABLE events (
         claim_id TEXT NOT NULL REFERENCES claims (id), seq ${integer} NOT NULL, at ${integer} NOT NULL, idx ${integer} NOT NULL,
         from_state TEXT, to_state TEXT NOT NULL, cause TEXT NOT NULL, evidence TEXT,
         PRIMARY KEY (claim_id, seq)
       ) ${table}`,
      `CREATE TABLE presses (
         idempotency_key TEXT NOT NULL PRIMARY KEY, fingerprint TEXT NOT NULL, claim_id TEXT NOT NULL REFERENCES claims (id)
       ) ${table}`,
      `CREATE TABLE tallies (action TEXT NOT NULL PRIMARY KEY, claims ${integer} NOT NULL, points ${integer} NOT NULL) ${table}`
    ],
    [
      `ALTER TABLE claims ADD COLUMN personal ${integer} NOT NULL DEFAULT ${PERSONAL.all}`,
      `CREATE INDEX claims_with_details ON claims (id) WHERE personal = ${PERSONAL.all}`,
      `CREATE INDEX claims_with_member ON claims (next_claim_at) WHERE personal = ${PERSONAL.memberId} AND next_claim_at IS NOT NULL`,
      `CREATE INDEX presses_of_claim ON presses (claim_id)`,
      `CREATE TABLE one_time (id TEXT NOT NULL PRIMARY KEY, holder TEXT NOT NULL, expires_at ${integer} NOT NULL) ${table}`,
      `CREATE INDEX one_time_expiry ON one_time (expires_at)`
    ],
    [
      `DROP INDEX claims_slot`,
      `CREATE UNIQUE INDEX claims_slot ON claims (period, action, member_id) WHERE holds = 1`,
      `CREATE INDEX claims_rolling ON claims (member_id, action, period) WHERE holds = 1 AND ${IS_ROLLING}`
    ],
    [
      `CREATE TABLE salts (purpose TEXT NOT NULL PRIMARY KEY, salt TEXT NOT NULL) ${table}`,
      `CREATE INDEX claims_for_ever ON claims (id) WHERE personal = ${PERSONAL.memberId} AND next_claim_at IS NULL`
    ],
    [
      `CREATE TABLE allowances (id TEXT NOT NULL PRIMARY KEY, whole_at ${integer} NOT NULL) ${table}`,
      `CREATE INDEX allowances_whole ON allowances (whole_at)`
    ]
  ];
}
__name(migrations, "migrations");
function missingSteps(steps, applied) {
  if (applied <= steps.length) return steps.slice(applied);
  throw new LedgerError(
    `the ledger was written by a newer version of rewards-elements (schema ${applied}, this one knows ${steps.length})`,
    { code: "newer-schema" }
  );
}
__name(missingSteps, "missingSteps");

// ../../src/ledger/allowance.ts
function* spend(allowances, now) {
  const results = [];
  for (const allowance of allowances) {
    const spent = yield* spendOne(allowance, now);
    results.push(spent);
    if (!spent.had) break;
  }
  return results;
}
__name(spend, "spend");
function* spendOne({ id, everyMs, spanMs, peek, once }, now) {
  if (once !== void 0 && (yield* wholeAt(once)) > now) return { had: true, wholeAt: yield* wholeAt(id) };
  const latest = now + spanMs - everyMs;
  if (!peek) {
    const row = yield* first(
      `INSERT INTO allowances (id, whole_at) VALUES (?, ?)
       ON CONFLICT (id) DO UPDATE SET whole_at = CASE WHEN allowances.whole_at > ? THEN allowances.whole_at + ? ELSE excluded.whole_at END
       WHERE allowances.whole_at <= ? RETURNING whole_at`,
      id,
      now + everyMs,
      now,
      everyMs,
      latest
    );
    if (row && once !== void 0) yield* keep(once, now + spanMs);
    if (row) return { had: true, wholeAt: number(row, "whole_at") };
  }
  const at = yield* wholeAt(id);
  return { had: at <= latest, wholeAt: at };
}
__name(spendOne, "spendOne");
function* wholeAt(id) {
  const row = yield* first("SELECT whole_at FROM allowances WHERE id = ?", id);
  return row ? number(row, "whole_at") : 0;
}
__name(wholeAt, "wholeAt");
function* keep(id, until) {
  yield* all(
    "INSERT INTO allowances (id, whole_at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET whole_at = excluded.whole_at",
    id,
    until
  );
}
__name(keep, "keep");
function* forgetWhole(now) {
  yield* all("DELETE FROM allowances WHERE whole_at <= ?", now);
}
__name(forgetWhole, "forgetWhole");

// ../../node_modules/@noble/hashes/utils.js
function isBytes(a) {
  return a instanceof Uint8Array || ArrayBuffer.isView(a) && a.constructor.name === "Uint8Array" && "BYTES_PER_ELEMENT" in a && a.BYTES_PER_ELEMENT === 1;
}
__name(isBytes, "isBytes");
var atitle = /* @__PURE__ */ __name((title) => title ? `"${title}" ` : "", "atitle");
function anumber(n, title = "") {
  if (typeof n !== "number")
    throw new TypeError(atitle(title) + "expected number, got " + typeof n);
  if (!Number.isSafeInteger(n) || n < 0)
    throw new RangeError(atitle(title) + "expected integer >= 0, got " + n);
  return n;
}
__name(anumber, "anumber");
function abytes(value, length, title = "") {
  if (isBytes(value) && (length === void 0 || value.length === length))
    return value;
  if (length !== void 0)
    anumber(length, "length");
  const bytes = isBytes(value);
  const ofLen = length !== void 0 ? ` of length ${length}` : "";
  const got = bytes ? `length=${value.length}` : `type=${typeof value}`;
  const message = atitle(title) + "expected Uint8Array" + ofLen + ", got " + got;
  if (!bytes)
    throw new TypeError(message);
  throw new RangeError(message);
}
__name(abytes, "abytes");
function ahash(h) {
  if (typeof h !== "function" || typeof h.create !== "function")
    throw new TypeError("expected hash wrapped by utils.createHasher");
  anumber(h.outputLen);
  anumber(h.blockLen);
  if (h.outputLen < 1 || h.blockLen < 1)
    throw new Error("hash blockLen / outputLen must be >= 1");
}
__name(ahash, "ahash");
var aobject = /* @__PURE__ */ __name((value, label) => {
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new TypeError((label === "object" ? "" : `"${label}" `) + "expected object, got type=" + typeof value);
}, "aobject");
var aopts = /* @__PURE__ */ __name((value, label) => {
  aobject(value, label);
  const proto = Object.getPrototypeOf(value);
  if (proto !== Object.prototype && proto !== null)
    throw new TypeError(`"${label}" expected plain object`);
  if (Object.hasOwn(value, "__proto__"))
    throw new TypeError(`"${label}.__proto__" is not allowed`);
}, "aopts");
function aexists(instance, checkFinished = true) {
  if (instance.destroyed)
    throw new Error("hash was destroyed");
  if (checkFinished && instance.finished)
    throw new Error("digest() was already called");
}
__name(aexists, "aexists");
function aoutput(out, instance) {
  abytes(out, void 0, "output");
  const min = instance.outputLen;
  if (!(out.length >= min)) {
    throw new RangeError('"output" expected length >= ' + min);
  }
}
__name(aoutput, "aoutput");
function clean(...arrays) {
  for (let i = 0; i < arrays.length; i++) {
    arrays[i].fill(0);
  }
}
__name(clean, "clean");
function createView(arr) {
  return new DataView(arr.buffer, arr.byteOffset, arr.byteLength);
}
__name(createView, "createView");
function rotr(word2, shift) {
  return word2 << 32 - shift | word2 >>> shift;
}
__name(rotr, "rotr");
var hasHexBuiltin = /* @__PURE__ */ (() => (
  // @ts-ignore
  typeof Uint8Array.from([]).toHex === "function" && typeof Uint8Array.fromHex === "function"
))();
var hexes = /* @__PURE__ */ Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));
function bytesToHex(bytes) {
  abytes(bytes);
  if (hasHexBuiltin)
    return bytes.toHex();
  let hex = "";
  for (let i = 0; i < bytes.length; i++) {
    hex += hexes[bytes[i]];
  }
  return hex;
}
__name(bytesToHex, "bytesToHex");
function utf8ToBytes(str) {
  if (typeof str !== "string")
    throw new TypeError("string expected");
  const encoded = new TextEncoder().encode(str);
  try {
    return new Uint8Array(encoded);
  } finally {
    clean(encoded);
  }
}
__name(utf8ToBytes, "utf8ToBytes");
function checkOpts(defaults, opts, title = "opts") {
  aopts(defaults, "defaults");
  if (opts !== void 0)
    aopts(opts, title);
  const merged = Object.assign(/* @__PURE__ */ Object.create(null), defaults, opts);
  return merged;
}
__name(checkOpts, "checkOpts");
function createHasher(hashCons, info = {}) {
  if (typeof hashCons !== "function")
    throw new TypeError('"hashCons" expected function, got type=' + typeof hashCons);
  info = checkOpts({}, info, "info");
  const hashC = /* @__PURE__ */ __name((msg, opts) => hashCons(opts).update(msg).digest(), "hashC");
  const tmp = hashCons(void 0);
  hashC.outputLen = tmp.outputLen;
  hashC.blockLen = tmp.blockLen;
  hashC.canXOF = tmp.canXOF;
  hashC.create = (opts) => hashCons(opts);
  Object.assign(hashC, info);
  return Object.freeze(hashC);
}
__name(createHasher, "createHasher");
function randomBytes(bytesLength = 32) {
  anumber(bytesLength, "bytesLength");
  const cr = typeof globalThis === "object" ? globalThis.crypto : null;
  if (typeof cr?.getRandomValues !== "function")
    throw new Error("crypto.getRandomValues must be defined");
  if (bytesLength > 65536)
    throw new RangeError(`"bytesLength" expected <= 65536, got ${bytesLength}`);
  return cr.getRandomValues(new Uint8Array(bytesLength));
}
__name(randomBytes, "randomBytes");
var oidNist = /* @__PURE__ */ __name((suffix) => ({
  // Current NIST hashAlgs suffixes used here fit in one DER subidentifier octet.
  // Larger suffix values would need base-128 OID encoding and a different length byte.
  oid: Uint8Array.from([6, 9, 96, 134, 72, 1, 101, 3, 4, 2, suffix])
}), "oidNist");

// ../../node_modules/@noble/hashes/hmac.js
var _HMAC = class {
  static {
    __name(this, "_HMAC");
  }
  oHash;
  iHash;
  blockLen;
  outputLen;
  canXOF = false;
  finished = false;
  destroyed = false;
  constructor(hash, key) {
    ahash(hash);
    abytes(key, void 0, "key");
    this.iHash = hash.create();
    if (typeof this.iHash.update !== "function")
      throw new Error("expected Hash instance");
    this.blockLen = this.iHash.blockLen;
    this.outputLen = this.iHash.outputLen;
    const blockLen = this.blockLen;
    const pad = new Uint8Array(blockLen);
    pad.set(key.length > blockLen ? hash.create().update(key).digest() : key);
    for (let i = 0; i < pad.length; i++)
      pad[i] ^= 54;
    this.iHash.update(pad);
    this.oHash = hash.create();
    for (let i = 0; i < pad.length; i++)
      pad[i] ^= 54 ^ 92;
    this.oHash.update(pad);
    clean(pad);
  }
  update(buf) {
    aexists(this);
    this.iHash.update(buf);
    return this;
  }
  digestInto(out) {
    aexists(this);
    aoutput(out, this);
    this.finished = true;
    const buf = out.subarray(0, this.outputLen);
    this.iHash.digestInto(buf);
    this.oHash.update(buf);
    this.oHash.digestInto(buf);
    this.destroy();
  }
  digest() {
    const out = new Uint8Array(this.oHash.outputLen);
    this.digestInto(out);
    return out;
  }
  _cloneInto(to) {
    to ||= Object.create(Object.getPrototypeOf(this), {});
    const { oHash, iHash, finished, destroyed, blockLen, outputLen, canXOF } = this;
    to = to;
    to.finished = finished;
    to.destroyed = destroyed;
    to.blockLen = blockLen;
    to.outputLen = outputLen;
    to.canXOF = canXOF;
    to.oHash = oHash._cloneInto(to.oHash);
    to.iHash = iHash._cloneInto(to.iHash);
    return to;
  }
  clone() {
    return this._cloneInto();
  }
  destroy() {
    this.destroyed = true;
    this.oHash.destroy();
    this.iHash.destroy();
  }
};
var hmac = /* @__PURE__ */ (() => {
  const hmac_ = /* @__PURE__ */ __name(((hash, key, message) => new _HMAC(hash, key).update(message).digest()), "hmac_");
  hmac_.create = (hash, key) => new _HMAC(hash, key);
  return hmac_;
})();

// ../../node_modules/@noble/hashes/_u64.js
var fromNumH = /* @__PURE__ */ __name((n) => n / 2 ** 32 | 0, "fromNumH");
var fromNumL = /* @__PURE__ */ __name((n) => n >>> 0, "fromNumL");
function setU64FromNum(view, byteOffset, n, isLE) {
  const h = fromNumH(n);
  const l = fromNumL(n);
  view.setUint32(byteOffset, isLE ? l : h, isLE);
  view.setUint32(byteOffset + 4, isLE ? h : l, isLE);
}
__name(setU64FromNum, "setU64FromNum");

// ../../node_modules/@noble/hashes/_md.js
function Chi(a, b, c) {
  return a & b ^ ~a & c;
}
__name(Chi, "Chi");
function Maj(a, b, c) {
  return a & b ^ a & c ^ b & c;
}
__name(Maj, "Maj");
var HashMD = class {
  static {
    __name(this, "HashMD");
  }
  blockLen;
  outputLen;
  canXOF = false;
  padOffset;
  isLE;
  // For partial updates less than block size
  buffer;
  view;
  finished = false;
  length = 0;
  pos = 0;
  destroyed = false;
  constructor(blockLen, outputLen, padOffset, isLE) {
    this.blockLen = blockLen;
    this.outputLen = outputLen;
    this.padOffset = padOffset;
    this.isLE = isLE;
    this.buffer = new Uint8Array(blockLen);
    this.view = createView(this.buffer);
  }
  update(data) {
    aexists(this);
    abytes(data);
    const { view, buffer, blockLen } = this;
    const len = data.length;
    let processed = false;
    for (let pos = 0; pos < len; ) {
      const take = Math.min(blockLen - this.pos, len - pos);
      if (take === blockLen) {
        const dataView = createView(data);
        for (; blockLen <= len - pos; pos += blockLen)
          this.process(dataView, pos);
        processed = true;
        continue;
      }
      buffer.set(pos === 0 && take === len ? data : data.subarray(pos, pos + take), this.pos);
      this.pos += take;
      pos += take;
      if (this.pos === blockLen) {
        this.process(view, 0);
        this.pos = 0;
        processed = true;
      }
    }
    this.length += data.length;
    if (processed)
      this.roundClean();
    return this;
  }
  digestInto(out) {
    aexists(this);
    aoutput(out, this);
    this.finished = true;
    const { buffer, view, blockLen, isLE } = this;
    let { pos } = this;
    buffer[pos++] = 128;
    buffer.fill(0, pos);
    if (this.padOffset > blockLen - pos) {
      this.process(view, 0);
      buffer.fill(0);
    }
    setU64FromNum(view, blockLen - 8, this.length * 8, isLE);
    this.process(view, 0);
    this.roundClean();
    const oview = out === buffer ? view : createView(out);
    const len = this.outputLen;
    const outLen = len / 4;
    const state = this.get();
    if (len % 4 || outLen > state.length)
      throw new Error("invalid outputLen");
    for (let i = 0; i < outLen; i++)
      oview.setUint32(4 * i, state[i], isLE);
  }
  digest() {
    const { buffer, outputLen } = this;
    this.digestInto(buffer);
    const res = buffer.slice(0, outputLen);
    this.destroy();
    return res;
  }
  _cloneIntoMeta(to) {
    const { buffer, length, finished, destroyed, pos } = this;
    to.destroyed = destroyed;
    to.finished = finished;
    to.length = length;
    to.pos = pos;
    if (pos)
      to.buffer.set(buffer);
    return to;
  }
  clone() {
    return this._cloneInto();
  }
};
var SHA256_IV = /* @__PURE__ */ Uint32Array.from([
  1779033703,
  3144134277,
  1013904242,
  2773480762,
  1359893119,
  2600822924,
  528734635,
  1541459225
]);

// ../../node_modules/@noble/hashes/sha2.js
var SHA256_K = /* @__PURE__ */ Uint32Array.from([
  1116352408,
  1899447441,
  3049323471,
  3921009573,
  961987163,
  1508970993,
  2453635748,
  2870763221,
  3624381080,
  310598401,
  607225278,
  1426881987,
  1925078388,
  2162078206,
  2614888103,
  3248222580,
  3835390401,
  4022224774,
  264347078,
  604807628,
  770255983,
  1249150122,
  1555081692,
  1996064986,
  2554220882,
  2821834349,
  2952996808,
  3210313671,
  3336571891,
  3584528711,
  113926993,
  338241895,
  666307205,
  773529912,
  1294757372,
  1396182291,
  1695183700,
  1986661051,
  2177026350,
  2456956037,
  2730485921,
  2820302411,
  3259730800,
  3345764771,
  3516065817,
  3600352804,
  4094571909,
  275423344,
  430227734,
  506948616,
  659060556,
  883997877,
  958139571,
  1322822218,
  1537002063,
  1747873779,
  1955562222,
  2024104815,
  2227730452,
  2361852424,
  2428436474,
  2756734187,
  3204031479,
  3329325298
]);
var SHA256_W = /* @__PURE__ */ new Uint32Array(64);
var SHA2_32B = class extends HashMD {
  static {
    __name(this, "SHA2_32B");
  }
  // We cannot use array here since array allows indexing by variable
  // which means optimizer/compiler cannot use registers.
  // Numeric initializers matter: starting the fields as `undefined` changes
  // V8's field representation and makes sha256 3x slower (measured).
  A = 0;
  B = 0;
  C = 0;
  D = 0;
  E = 0;
  F = 0;
  G = 0;
  H = 0;
  constructor(outputLen, IV) {
    super(64, outputLen, 8, false);
    this.A = IV[0] | 0;
    this.B = IV[1] | 0;
    this.C = IV[2] | 0;
    this.D = IV[3] | 0;
    this.E = IV[4] | 0;
    this.F = IV[5] | 0;
    this.G = IV[6] | 0;
    this.H = IV[7] | 0;
  }
  get() {
    const { A, B, C, D, E, F, G, H } = this;
    return [A, B, C, D, E, F, G, H];
  }
  // prettier-ignore
  set(A, B, C, D, E, F, G, H) {
    this.A = A | 0;
    this.B = B | 0;
    this.C = C | 0;
    this.D = D | 0;
    this.E = E | 0;
    this.F = F | 0;
    this.G = G | 0;
    this.H = H | 0;
  }
  _cloneInto(to) {
    (to ||= new this.constructor()).set(...this.get());
    return this._cloneIntoMeta(to);
  }
  process(view, offset) {
    for (let i = 0; i < 16; i++, offset += 4)
      SHA256_W[i] = view.getUint32(offset, false);
    for (let i = 16; i < 64; i++) {
      const W15 = SHA256_W[i - 15];
      const W2 = SHA256_W[i - 2];
      const s0 = rotr(W15, 7) ^ rotr(W15, 18) ^ W15 >>> 3;
      const s1 = rotr(W2, 17) ^ rotr(W2, 19) ^ W2 >>> 10;
      SHA256_W[i] = s1 + SHA256_W[i - 7] + s0 + SHA256_W[i - 16] | 0;
    }
    let { A, B, C, D, E, F, G, H } = this;
    for (let i = 0; i < 64; i++) {
      const sigma1 = rotr(E, 6) ^ rotr(E, 11) ^ rotr(E, 25);
      const T1 = H + sigma1 + Chi(E, F, G) + SHA256_K[i] + SHA256_W[i] | 0;
      const sigma0 = rotr(A, 2) ^ rotr(A, 13) ^ rotr(A, 22);
      const T2 = sigma0 + Maj(A, B, C) | 0;
      H = G;
      G = F;
      F = E;
      E = D + T1 | 0;
      D = C;
      C = B;
      B = A;
      A = T1 + T2 | 0;
    }
    A = A + this.A | 0;
    B = B + this.B | 0;
    C = C + this.C | 0;
    D = D + this.D | 0;
    E = E + this.E | 0;
    F = F + this.F | 0;
    G = G + this.G | 0;
    H = H + this.H | 0;
    this.set(A, B, C, D, E, F, G, H);
  }
  roundClean() {
    clean(SHA256_W);
  }
  destroy() {
    this.destroyed = true;
    this.set(0, 0, 0, 0, 0, 0, 0, 0);
    clean(this.buffer);
  }
};
var _SHA256 = class extends SHA2_32B {
  static {
    __name(this, "_SHA256");
  }
  constructor() {
    super(32, SHA256_IV);
  }
};
var sha256 = /* @__PURE__ */ createHasher(
  () => new _SHA256(),
  /* @__PURE__ */ oidNist(1)
);

// ../../src/ledger/pseudonym.ts
var PREFIX = "forgotten:";
var PURPOSE = "members";
var SALT = `(SELECT salt FROM salts WHERE purpose = '${PURPOSE}')`;
function namesWith(memberId, salt) {
  return typeof salt === "string" ? [memberId, pseudonymWith(memberId, salt)] : [memberId];
}
__name(namesWith, "namesWith");
function* namesOf(memberId) {
  const row = yield* first(`SELECT ${SALT} AS salt`);
  return namesWith(memberId, row?.["salt"]);
}
__name(namesOf, "namesOf");
function* pseudonymOf(memberId) {
  const row = yield* first(`SELECT ${SALT} AS salt`);
  return pseudonymWith(memberId, row && row["salt"] !== null ? text(row, "salt") : yield* newSalt());
}
__name(pseudonymOf, "pseudonymOf");
function pseudonymWith(memberId, salt) {
  return PREFIX + bytesToHex(hmac(sha256, utf8ToBytes(salt), utf8ToBytes(memberId)));
}
__name(pseudonymWith, "pseudonymWith");
function* newSalt() {
  const row = yield* first(
    "INSERT INTO salts (purpose, salt) VALUES (?, ?) ON CONFLICT (purpose) DO NOTHING RETURNING salt",
    PURPOSE,
    bytesToHex(randomBytes(32))
  );
  if (!row) throw new Overtaken();
  return text(row, "salt");
}
__name(newSalt, "newSalt");
function marks(names) {
  return names.map(() => "?").join(", ");
}
__name(marks, "marks");

// ../../src/ledger/caps.ts
function* charge({ action, names }, caps, { claims, points }) {
  if (caps.memberPoints && (yield* memberPoints(names, caps.memberPoints.since)) + points > caps.memberPoints.points) {
    return "memberPoints";
  }
  if (caps.totalBudget !== void 0) {
    yield* lock("total budget");
    const row = yield* first("SELECT COALESCE(SUM(points), 0) AS points FROM tallies");
    if (row && number(row, "points") + points > caps.totalBudget) return "totalBudget";
  }
  const tally = (yield* addToTally(action, { claims, points })) ?? (yield* startTally(action, { claims, points }));
  const over = caps.capacity !== void 0 && number(tally, "claims") > caps.capacity ? "capacity" : caps.actionBudget !== void 0 && number(tally, "points") > caps.actionBudget ? "actionBudget" : null;
  if (over) yield* addToTally(action, { claims: -claims, points: -points });
  return over;
}
__name(charge, "charge");
function* addToTally(action, { claims, points }) {
  return yield* first(
    "UPDATE tallies SET claims = claims + ?, points = points + ? WHERE action = ? RETURNING claims, points",
    claims,
    points,
    action
  );
}
__name(addToTally, "addToTally");
function* startTally(action, { claims, points }) {
  const tally = yield* first(
    "INSERT INTO tallies (action, claims, points) VALUES (?, ?, ?) ON CONFLICT (action) DO NOTHING RETURNING claims, points",
    action,
    claims,
    points
  );
  if (!tally) throw new Overtaken();
  return tally;
}
__name(startTally, "startTally");
function* memberPoints(names, since) {
  const row = yield* first(
    `SELECT COALESCE(SUM(grants.points), 0) AS points FROM claims JOIN grants ON grants.claim_id = claims.id
     WHERE claims.member_id IN (${marks(names)}) AND claims.holds = 1 AND claims.created_at >= ? AND grants.state <> 'refused' AND grants.state <> 'released'`,
    ...names,
    since
  );
  return row ? number(row, "points") : 0;
}
__name(memberPoints, "memberPoints");

// ../../src/ledger/claim-id.ts
var DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
var TIME_DIGITS = 10;
var CLAIM_ID_LENGTH = TIME_DIGITS + 20;
var REFERENCE_LENGTH = TIME_DIGITS + 3;
function timePrefix(now) {
  let digits = "";
  let rest = Math.min(Math.max(0, now), 32 ** TIME_DIGITS - 1);
  while (digits.length < TIME_DIGITS) {
    digits = DIGITS.charAt(rest % 32) + digits;
    rest = Math.floor(rest / 32);
  }
  return digits;
}
__name(timePrefix, "timePrefix");
function claimTime(id) {
  return Array.from(id.slice(0, TIME_DIGITS)).reduce((time, digit) => time * 32 + DIGITS.indexOf(digit), 0);
}
__name(claimTime, "claimTime");

// ../../src/ledger/records.ts
function json(row, column) {
  return JSON.parse(typeof row[column] === "string" ? row[column] : "null");
}
__name(json, "json");
function grantRecord(row) {
  return {
    index: number(row, "idx"),
    order: json(row, "ask"),
    state: word(row, "grant_state", GRANT_STATES),
    attempts: number(row, "attempts"),
    deadline: number(row, "deadline"),
    echo: json(row, "echo"),
    evidence: json(row, "evidence")
  };
}
__name(grantRecord, "grantRecord");
function claimRecord(row, grants) {
  return {
    id: text(row, "id"),
    action: text(row, "action"),
    memberId: text(row, "member_id"),
    service: text(row, "service"),
    period: text(row, "period"),
    nextClaimAt: numberOrNull(row, "next_claim_at"),
    state: word(row, "state", CLAIM_STATES),
    streak: numberOrNull(row, "streak"),
    fields: json(row, "fields"),
    createdAt: number(row, "created_at"),
    updatedAt: number(row, "updated_at"),
    grants
  };
}
__name(claimRecord, "claimRecord");
function* claimsIn(query, ...params) {
  const rows = yield* all(
    `SELECT c.*, g.idx, g.ask, g.state AS grant_state, g.attempts, g.deadline, g.echo, g.evidence
     FROM (${query}) AS c JOIN grants AS g ON g.claim_id = c.id ORDER BY c.id, g.idx`,
    ...params
  );
  const claims = /* @__PURE__ */ new Map();
  for (const row of rows) {
    const id = text(row, "id");
    const claim = claims.get(id);
    if (claim) claim.grants.push(grantRecord(row));
    else claims.set(id, claimRecord(row, [grantRecord(row)]));
  }
  return [...claims.values()];
}
__name(claimsIn, "claimsIn");
function* claimById(id) {
  const [claim] = yield* claimsIn("SELECT * FROM claims WHERE id = ?", id);
  return claim ?? null;
}
__name(claimById, "claimById");

// ../../src/ledger/slot.ts
function* findSlot(query) {
  const { key, endsAt } = yield* spanAt(query);
  const { action, names, minimumGapMs = 0, now } = query;
  const gapEndsAt = minimumGapMs > 0 ? (yield* lastClaimAt(query)) + minimumGapMs : 0;
  const { previousKey } = query.period;
  const claims = yield* claimsIn(
    `SELECT * FROM claims WHERE period IN (?, ?) AND action = ? AND member_id IN (${marks(names)}) AND holds = 1`,
    key,
    previousKey,
    action,
    ...names
  );
  const holderOf = /* @__PURE__ */ __name((period) => claims.find((claim) => claim.period === period) ?? null, "holderOf");
  return {
    key,
    holder: holderOf(key),
    opensAt: gapEndsAt > now ? gapEndsAt : null,
    nextClaimAt: endsAt === null ? null : Math.max(endsAt, now + minimumGapMs),
    streak: previousKey === null ? null : (holderOf(previousKey)?.streak ?? 0) + 1
  };
}
__name(findSlot, "findSlot");
function* spanAt(query) {
  const { period, now } = query;
  if (period.rollingMs === null) return period;
  const row = yield* lastRolling(query);
  const lastEndsAt = row ? number(row, "created_at") + period.rollingMs : 0;
  if (row && now < lastEndsAt) return { key: text(row, "period"), endsAt: lastEndsAt };
  const count = row ? Number(text(row, "period").slice(ROLLING.length)) + 1 : 1;
  return { key: ROLLING + String(count).padStart(9, "0"), endsAt: now + period.rollingMs };
}
__name(spanAt, "spanAt");
function* lastRolling({ names, action }) {
  let last;
  for (const name of names) {
    const row = yield* first(
      `SELECT period, created_at FROM claims WHERE member_id = ? AND action = ? AND ${IS_ROLLING} AND holds = 1
       ORDER BY period DESC LIMIT 1`,
      name,
      action
    );
    if (row && (!last || text(row, "period") > text(last, "period"))) last = row;
  }
  return last;
}
__name(lastRolling, "lastRolling");
function* lastClaimAt({ names, action }) {
  let last = 0;
  for (const name of names) {
    const row = yield* first(
      "SELECT COALESCE(MAX(created_at), 0) AS at FROM claims WHERE member_id = ? AND action = ? AND holds = 1",
      name,
      action
    );
    if (row) last = Math.max(last, number(row, "at"));
  }
  return last;
}
__name(lastClaimAt, "lastClaimAt");

// ../../src/ledger/query.ts
function* standing(query) {
  const slot = yield* findSlot({ ...query, names: yield* namesOf(query.memberId) });
  const { holder } = slot;
  return {
    claim: holder,
    nextClaimAt: holder ? holder.nextClaimAt : slot.opensAt,
    streak: holder ? holder.streak : slot.streak === null ? null : slot.streak - 1,
    streakIfClaimed: holder ? holder.streak : slot.streak
  };
}
__name(standing, "standing");
function* pointsHeld(by) {
  if ("memberId" in by) return yield* memberPoints(yield* namesOf(by.memberId), by.since);
  const row = by.action === void 0 ? yield* first("SELECT COALESCE(SUM(points), 0) AS points FROM tallies") : yield* first("SELECT points FROM tallies WHERE action = ?", by.action);
  return row ? number(row, "points") : 0;
}
__name(pointsHeld, "pointsHeld");
function* unknown() {
  const row = yield* first(
    "SELECT COUNT(DISTINCT claim_id) AS count, MIN(claim_id) AS oldest FROM grants WHERE state = 'unknown'"
  );
  const oldest = row?.["oldest"];
  return {
    count: row ? number(row, "count") : 0,
    oldestAt: typeof oldest === "string" ? claimTime(oldest) : null
  };
}
__name(unknown, "unknown");
var RETRY_BATCH = 20;
function* retryable(maxAttempts) {
  return yield* claimsIn(
    `SELECT * FROM claims WHERE id IN (SELECT claim_id FROM grants WHERE state = 'unknown' AND kind = 'role' AND attempts < ?)
     ORDER BY id LIMIT ${RETRY_BATCH}`,
    maxAttempts
  );
}
__name(retryable, "retryable");
function* list(filter) {
  const { idPrefix } = filter;
  const wanted = [
    ["claims.id >= ?", idPrefix],
    ["claims.id <= ?", idPrefix?.padEnd(CLAIM_ID_LENGTH, "z")],
    ["claims.action = ?", filter.action],
    ["claims.member_id = ?", filter.memberId],
    ["claims.id >= ?", filter.since === void 0 ? void 0 : timePrefix(filter.since)],
    ["claims.id < ?", filter.until === void 0 ? void 0 : timePrefix(filter.until)],
    ["claims.id > ?", filter.after],
    [stateCondition(filter.state), filter.state]
  ];
  const used = wanted.filter((entry) => entry[1] !== void 0);
  const where = used.map(([condition]) => condition).join(" AND ") || "1 = 1";
  return yield* claimsIn(
    `SELECT * FROM claims WHERE ${where} ORDER BY claims.id LIMIT ?`,
    ...used.map(([, value]) => value),
    filter.limit ?? 100
  );
}
__name(list, "list");
function stateCondition(state) {
  return CLAIM_STATES.some((claimState2) => claimState2 === state) ? "claims.state = ?" : "EXISTS (SELECT 1 FROM grants WHERE grants.claim_id = claims.id AND grants.state = ?)";
}
__name(stateCondition, "stateCondition");
function* history(claimId) {
  const rows = yield* all("SELECT * FROM events WHERE claim_id = ? ORDER BY seq", claimId);
  return rows.map(claimEvent);
}
__name(history, "history");
function claimEvent(row) {
  const evidence = row["evidence"];
  return {
    at: number(row, "at"),
    grant: number(row, "idx"),
    from: row["from_state"] === null ? null : word(row, "from_state", GRANT_STATES),
    to: word(row, "to_state", GRANT_STATES),
    cause: text(row, "cause"),
    evidence: typeof evidence === "string" ? JSON.parse(evidence) : null
  };
}
__name(claimEvent, "claimEvent");

// ../../src/ledger/dossier.ts
function* dossier(memberId) {
  const names = yield* namesOf(memberId);
  const claims = yield* claimsIn(`SELECT * FROM claims WHERE member_id IN (${marks(names)})`, ...names);
  const whole = [];
  for (const claim of claims) {
    const rows = yield* all(
      "SELECT idempotency_key, fingerprint FROM presses WHERE claim_id = ? ORDER BY idempotency_key",
      claim.id
    );
    const presses = rows.map((row) => ({ key: text(row, "idempotency_key"), fingerprint: text(row, "fingerprint") }));
    whole.push({ claim, history: yield* history(claim.id), presses });
  }
  return whole;
}
__name(dossier, "dossier");
function* claimsNaming(memberId) {
  const rows = yield* all(
    `SELECT id, state FROM claims WHERE member_id = ? AND personal > ${PERSONAL.none} ORDER BY id`,
    memberId
  );
  const idsOf = /* @__PURE__ */ __name((some) => some.map((row) => text(row, "id")), "idsOf");
  return {
    settled: idsOf(rows.filter((row) => row["state"] !== "pending")),
    pending: idsOf(rows.filter((row) => row["state"] === "pending"))
  };
}
__name(claimsNaming, "claimsNaming");

// ../../src/ledger/one-time.ts
function* consume({
  id,
  holder,
  expiresAt
}) {
  const used = yield* first(
    "INSERT INTO one_time (id, holder, expires_at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING id",
    id,
    holder,
    expiresAt
  );
  if (used) return true;
  const row = yield* first("SELECT holder FROM one_time WHERE id = ?", id);
  return row?.["holder"] === holder;
}
__name(consume, "consume");
function* forgetExpired(now) {
  yield* all("DELETE FROM one_time WHERE expires_at < ?", now);
}
__name(forgetExpired, "forgetExpired");

// ../../src/ledger/purge.ts
var LONGEST_PERIOD_MS = 31 * 24 * 36e5;
function* purge({ before, now, limit }) {
  const over = now - LONGEST_PERIOD_MS;
  const claims = yield* purgeable({ madeBefore: timePrefix(before), over, limit });
  const forEver = claims.filter(isForEver);
  yield* lockMembers(forEver.map((claim) => text(claim, "member_id")));
  for (const claim of forEver) yield* forgetClaim(text(claim, "id"), text(claim, "member_id"), over);
  for (const claim of claims) {
    if (isForEver(claim)) continue;
    const id = text(claim, "id");
    yield* purgeDetails(id);
    if (isOver(claim, over)) yield* unname(id);
  }
  return claims.length;
}
__name(purge, "purge");
function* purgeable(by) {
  const wanted = [
    { condition: `personal = ${PERSONAL.all}`, values: [], order: "id" },
    { condition: `personal = ${PERSONAL.memberId} AND next_claim_at < ?`, values: [by.over], order: "next_claim_at" },
    { condition: `personal = ${PERSONAL.memberId} AND next_claim_at IS NULL`, values: [], order: "id" }
  ];
  const found = [];
  for (const { condition, values, order } of wanted) {
    const claims = yield* all(
      `SELECT * FROM claims WHERE ${condition} AND id < ? AND state <> 'pending' ORDER BY ${order} LIMIT ?`,
      ...values,
      by.madeBefore,
      by.limit - found.length
    );
    found.push(...claims);
  }
  return found;
}
__name(purgeable, "purgeable");
function* forget(memberId, ids, now) {
  yield* lockMembers([memberId]);
  for (const id of ids) yield* forgetClaim(id, memberId, now - LONGEST_PERIOD_MS);
}
__name(forget, "forget");
function* lockMembers(memberIds) {
  for (const memberId of [...new Set(memberIds)].toSorted()) yield* lock(`member ${memberId}`);
}
__name(lockMembers, "lockMembers");
function* forgetClaim(id, memberId, over) {
  const claim = yield* first(
    `SELECT * FROM claims WHERE id = ? AND member_id = ? AND state <> 'pending'`,
    id,
    memberId
  );
  if (!claim) return;
  yield* purgeDetails(id);
  const needed = number(claim, "holds") === 1 && !isOver(claim, over);
  if (needed) yield* rename(claim, yield* pseudonymOf(memberId));
  else yield* unname(id);
}
__name(forgetClaim, "forgetClaim");
function isForEver(claim) {
  return numberOrNull(claim, "next_claim_at") === null;
}
__name(isForEver, "isForEver");
function isOver(claim, over) {
  const nextClaimAt = numberOrNull(claim, "next_claim_at");
  return nextClaimAt !== null && nextClaimAt < over;
}
__name(isOver, "isOver");
function* purgeDetails(id) {
  const purged = yield* first(
    `UPDATE claims SET fields = NULL, personal = ${PERSONAL.memberId}
     WHERE id = ? AND personal = ${PERSONAL.all} AND state <> 'pending' RETURNING id`,
    id
  );
  if (!purged) return;
  yield* all("UPDATE grants SET evidence = NULL WHERE claim_id = ?", id);
  yield* all("UPDATE events SET evidence = NULL WHERE claim_id = ?", id);
  yield* all("DELETE FROM presses WHERE claim_id = ?", id);
}
__name(purgeDetails, "purgeDetails");
function* rename(claim, pseudonym) {
  const personal = isForEver(claim) ? PERSONAL.none : PERSONAL.memberId;
  yield* all("UPDATE claims SET member_id = ?, personal = ? WHERE id = ?", pseudonym, personal, text(claim, "id"));
}
__name(rename, "rename");
function* unname(id) {
  yield* all(`UPDATE claims SET member_id = ?, personal = ${PERSONAL.none} WHERE id = ?`, `purged:${id}`, id);
}
__name(unname, "unname");

// ../../src/ledger/machine.ts
var MOVES = {
  reserve: { refused: ["reserved"], released: ["reserved"] },
  send: { reserved: ["sent"], unknown: ["sent"] },
  reply: { reserved: ["released"], sent: ["granted", "refused", "released", "unknown"] },
  deadline: { reserved: ["released"], sent: ["unknown"] },
  operator: { unknown: ["granted", "released"] }
};
function mayMove(kind, from, to, cause) {
  if (from === "unknown" && to === "sent" && kind !== "role") return false;
  return MOVES[cause][from]?.includes(to) ?? false;
}
__name(mayMove, "mayMove");
function holds(state) {
  return state !== "refused" && state !== "released";
}
__name(holds, "holds");
function claimState(grants) {
  if (grants.some((state) => state === "reserved" || state === "sent" || state === "unknown")) return "pending";
  if (grants.includes("refused")) return "refused";
  if (grants.includes("released")) return "released";
  return "granted";
}
__name(claimState, "claimState");

// ../../src/ledger/journal.ts
function* record(claimId, index, from, move) {
  yield* all(
    `INSERT INTO events (claim_id, seq, at, idx, from_state, to_state, cause, evidence)
     VALUES (?, (SELECT COALESCE(MAX(seq), -1) + 1 FROM events WHERE claim_id = ?), ?, ?, ?, ?, ?, ?)`,
    claimId,
    claimId,
    move.now,
    index,
    from,
    move.to,
    move.note === void 0 ? move.cause : `${move.cause}: ${move.note}`,
    jsonOrNull(move.evidence)
  );
}
__name(record, "record");
function* moveGrant(claimId, grant, move) {
  if (!mayMove(grant.order.kind, grant.state, move.to, move.cause)) {
    throw new Error(`a ${grant.state} ${grant.order.kind} grant may not become ${move.to} by ${move.cause}`);
  }
  const moved = {
    ...grant,
    state: move.to,
    attempts: grant.attempts + (move.to === "sent" ? 1 : 0),
    deadline: move.deadline ?? grant.deadline,
    echo: move.echo ?? null,
    evidence: move.evidence ?? grant.evidence
  };
  const updated = yield* first(
    `UPDATE grants SET state = ?, attempts = ?, deadline = ?, echo = ?, evidence = ?
     WHERE claim_id = ? AND idx = ? AND state = ? RETURNING idx`,
    moved.state,
    moved.attempts,
    moved.deadline,
    jsonOrNull(moved.echo),
    jsonOrNull(moved.evidence),
    claimId,
    grant.index,
    grant.state
  );
  if (!updated) throw new Overtaken();
  yield* record(claimId, grant.index, grant.state, move);
  return moved;
}
__name(moveGrant, "moveGrant");
function* refresh(before, moved, now) {
  const grants = before.grants.map((grant) => moved.find(({ index }) => index === grant.index) ?? grant);
  const state = claimState(grants.map((grant) => grant.state));
  const was = weight(before.grants);
  const is = weight(grants);
  yield* all("UPDATE claims SET state = ?, holds = ?, updated_at = ? WHERE id = ?", state, is.claims, now, before.id);
  if (was.claims !== is.claims || was.points !== is.points) {
    yield* all(
      "UPDATE tallies SET claims = claims + ?, points = points + ? WHERE action = ?",
      is.claims - was.claims,
      is.points - was.points,
      before.action
    );
  }
  return { ...before, state, updatedAt: now, grants };
}
__name(refresh, "refresh");
function weight(grants) {
  const held = grants.filter(({ state }) => holds(state));
  return { claims: held.length > 0 ? 1 : 0, points: held.reduce((sum, { order }) => sum + pointsOf(order), 0) };
}
__name(weight, "weight");
function pointsOf(order) {
  return order.kind === "points" ? order.points : 0;
}
__name(pointsOf, "pointsOf");
function jsonOrNull(value) {
  return value === void 0 || value === null ? null : JSON.stringify(value);
}
__name(jsonOrNull, "jsonOrNull");

// ../../src/ledger/reserve.ts
function* reserve(request, clockToleranceMs) {
  yield* lock(`member ${request.memberId}`);
  const { idempotency } = request;
  const row = yield* first(
    `SELECT (SELECT MAX(id) FROM claims) AS newest, (SELECT 1 FROM presses WHERE idempotency_key = ?) AS pressed,
       ${SALT} AS salt`,
    idempotency?.key ?? null
  );
  const byMs = row && row["newest"] !== null ? claimTime(text(row, "newest")) - request.now : 0;
  if (byMs > clockToleranceMs) return { kind: "clock-behind", byMs };
  const earlier = row?.["pressed"] && idempotency ? yield* replay(idempotency) : null;
  if (earlier) return earlier;
  const names = namesWith(request.memberId, row?.["salt"]);
  const slot = yield* findSlot({ ...request, names });
  if (slot.holder) return yield* takeUp(request, names, slot.holder);
  if (slot.opensAt !== null) return { kind: "too-early", nextClaimAt: slot.opensAt };
  return yield* takeSlot(request, names, slot);
}
__name(reserve, "reserve");
function* replay({ key, fingerprint }) {
  const press = yield* first("SELECT fingerprint, claim_id FROM presses WHERE idempotency_key = ?", key);
  if (!press) return null;
  if (text(press, "fingerprint") !== fingerprint) return { kind: "key-reused" };
  const claim = yield* claimById(text(press, "claim_id"));
  return claim ? { kind: "replayed", claim } : null;
}
__name(replay, "replay");
function* rememberPress({ idempotency }, claimId) {
  if (!idempotency) return;
  yield* all(
    "INSERT INTO presses (idempotency_key, fingerprint, claim_id) VALUES (?, ?, ?)",
    idempotency.key,
    idempotency.fingerprint,
    claimId
  );
}
__name(rememberPress, "rememberPress");
function* takeSlot(request, names, slot) {
  const { orders, ordersStreak = slot.streak } = request;
  if (slot.streak !== null && ordersStreak !== slot.streak) return { kind: "other-streak", streak: slot.streak };
  const points = orders.reduce((sum, order) => sum + pointsOf(order), 0);
  const cap = yield* charge({ ...request, names }, request.caps, { claims: 1, points });
  if (cap) return { kind: "capped", cap };
  const { claimId: id, action, memberId, service, fields, now, deadline } = request;
  yield* all(
    `INSERT INTO claims (id, action, member_id, service, period, next_claim_at, state, holds, streak, fields, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, 'pending', 1, ?, ?, ?, ?)`,
    id,
    action,
    memberId,
    service,
    slot.key,
    slot.nextClaimAt,
    slot.streak,
    jsonOrNull(fields),
    now,
    now
  );
  for (const [index, order] of orders.entries()) yield* placeOrder(id, index, order, { now, deadline });
  yield* rememberPress(request, id);
  const grants = orders.map((order, index) => {
    const attempts = index === 0 ? 1 : 0;
    return { index, order, state: stateAtStart(index), attempts, deadline, echo: null, evidence: null };
  });
  const { key: period, nextClaimAt, streak } = slot;
  const claim = { id, action, memberId, service, period, nextClaimAt, state: "pending", streak, fields };
  return { kind: "reserved", claim: { ...claim, createdAt: now, updatedAt: now, grants } };
}
__name(takeSlot, "takeSlot");
function stateAtStart(index) {
  return index === 0 ? "sent" : "reserved";
}
__name(stateAtStart, "stateAtStart");
function* placeOrder(claimId, index, order, at) {
  const state = stateAtStart(index);
  yield* all(
    "INSERT INTO grants (claim_id, idx, kind, points, ask, state, attempts, deadline) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    claimId,
    index,
    order.kind,
    pointsOf(order),
    JSON.stringify(order),
    state,
    index === 0 ? 1 : 0,
    at.deadline
  );
  yield* record(claimId, index, null, { to: state, cause: "reserve", now: at.now });
}
__name(placeOrder, "placeOrder");
function* takeUp(request, names, claim) {
  const missing = claim.grants.filter(({ state }) => state === "refused" || state === "released");
  if (claim.state === "pending" || missing.length === 0) return { kind: "held", claim };
  const points = missing.reduce((sum, { order }) => sum + pointsOf(order), 0);
  const cap = yield* charge({ ...request, names }, request.caps, { claims: 0, points });
  if (cap) return { kind: "capped", cap };
  const { now, deadline } = request;
  const moved = [];
  for (const grant of missing) {
    const placed = yield* moveGrant(claim.id, grant, { to: "reserved", cause: "reserve", now, deadline });
    const isFirst = grant === missing[0];
    moved.push(isFirst ? yield* moveGrant(claim.id, placed, { to: "sent", cause: "send", now, deadline }) : placed);
  }
  yield* rememberPress(request, claim.id);
  const { memberId } = request;
  yield* all("UPDATE claims SET member_id = ?, personal = ? WHERE id = ?", memberId, PERSONAL.all, claim.id);
  const charged = claim.grants.map((grant) => moved.find(({ index }) => index === grant.index) ?? grant);
  return { kind: "reserved", claim: yield* refresh({ ...claim, memberId, grants: charged }, [], now) };
}
__name(takeUp, "takeUp");
function* seatsTaken(action) {
  const row = yield* first("SELECT claims FROM tallies WHERE action = ?", action);
  return row ? number(row, "claims") : 0;
}
__name(seatsTaken, "seatsTaken");

// ../../src/ledger/settle.ts
function* send(claimId, index, at) {
  const { claim, grant } = yield* grantOf(claimId, index);
  if (!mayMove(grant.order.kind, grant.state, "sent", "send")) return false;
  const sent = yield* moveGrant(claimId, grant, { to: "sent", cause: "send", ...at });
  yield* refresh(claim, [sent], at.now);
  return true;
}
__name(send, "send");
function* settle(claimId, index, settlement, now) {
  const { claim, grant } = yield* grantOf(claimId, index);
  if (!mayMove(grant.order.kind, grant.state, settlement.state, "reply")) return claim;
  const { state: to, echo, evidence } = settlement;
  const settled = yield* moveGrant(claimId, grant, { to, cause: "reply", now, evidence, ...echo && { echo } });
  return yield* refresh(claim, [settled], now);
}
__name(settle, "settle");
function* recover(now, limit) {
  const rows = yield* all(
    `SELECT claim_id FROM grants WHERE (state = 'reserved' OR state = 'sent') AND deadline < ? ORDER BY deadline LIMIT ${limit}`,
    now
  );
  const settled = [];
  for (const id of new Set(rows.map((row) => text(row, "claim_id")))) {
    const claim = yield* claimById(id);
    if (!claim) continue;
    const moved = [];
    for (const grant of claim.grants) {
      const inFlight = grant.state === "reserved" || grant.state === "sent";
      if (!inFlight || grant.deadline >= now) continue;
      const to = grant.state === "sent" ? "unknown" : "released";
      moved.push(yield* moveGrant(claim.id, grant, { to, cause: "deadline", now }));
    }
    if (moved.length > 0) settled.push(yield* refresh(claim, moved, now));
  }
  return settled;
}
__name(recover, "recover");
function* resolve(claimId, { state: to, who, why }, now) {
  const claim = yield* claimById(claimId);
  if (!claim) return null;
  const moved = [];
  for (const grant of claim.grants) {
    if (grant.state !== "unknown") continue;
    const echo = to === "granted" ? { echo: grant.order } : {};
    moved.push(yield* moveGrant(claimId, grant, { to, cause: "operator", note: `${who}: ${why}`, now, ...echo }));
  }
  return moved.length > 0 ? yield* refresh(claim, moved, now) : claim;
}
__name(resolve, "resolve");
function* grantOf(claimId, index) {
  const claim = yield* claimById(claimId);
  const grant = claim?.grants.find((candidate) => candidate.index === index);
  if (!claim || !grant) throw new RangeError(`claim ${claimId} has no grant ${index}`);
  return { claim, grant };
}
__name(grantOf, "grantOf");

// ../../src/ledger/sql-ledger.ts
var RECOVERY_BATCH = 200;
var FORGET_BATCH = 100;
function sqlLedger(store, { clockToleranceMs = 6e4 } = {}) {
  let membersIndexed = null;
  async function overPeriods(run) {
    membersIndexed ??= store.transact(indexMembers);
    await membersIndexed.catch((error) => {
      membersIndexed = null;
      throw error;
    });
    return run();
  }
  __name(overPeriods, "overPeriods");
  return {
    reserve(request) {
      const run = /* @__PURE__ */ __name(() => store.transact(() => reserve(request, clockToleranceMs)), "run");
      return request.caps.memberPoints || request.minimumGapMs ? overPeriods(run) : run();
    },
    send: /* @__PURE__ */ __name((claimId, grant, at) => store.transact(() => send(claimId, grant, at)), "send"),
    settle: /* @__PURE__ */ __name((claimId, grant, settlement, now) => store.transact(() => settle(claimId, grant, settlement, now)), "settle"),
    replay: /* @__PURE__ */ __name((idempotency) => store.read(() => replay(idempotency)), "replay"),
    find: /* @__PURE__ */ __name((claimId) => store.read(() => claimById(claimId)), "find"),
    standing(query) {
      const run = /* @__PURE__ */ __name(() => store.read(() => standing(query)), "run");
      return query.minimumGapMs ? overPeriods(run) : run();
    },
    consume: /* @__PURE__ */ __name((use) => store.transact(() => consume(use)), "consume"),
    spend: /* @__PURE__ */ __name((allowances, now) => store.transact(() => spend(allowances, now)), "spend"),
    seatsTaken: /* @__PURE__ */ __name((action) => store.read(() => seatsTaken(action)), "seatsTaken"),
    pointsHeld(by) {
      const run = /* @__PURE__ */ __name(() => store.read(() => pointsHeld(by)), "run");
      return "memberId" in by ? overPeriods(run) : run();
    },
    unknown: /* @__PURE__ */ __name(() => store.read(() => unknown()), "unknown"),
    retryable: /* @__PURE__ */ __name((maxAttempts) => store.read(() => retryable(maxAttempts)), "retryable"),
    list: /* @__PURE__ */ __name((filter) => store.read(() => list(filter)), "list"),
    history: /* @__PURE__ */ __name((claimId) => store.read(() => history(claimId)), "history"),
    resolve: /* @__PURE__ */ __name((claimId, decision, now) => store.transact(() => resolve(claimId, decision, now)), "resolve"),
    async recover(now) {
      await store.transact(() => forgetUseless(now));
      const settled = [];
      for (; ; ) {
        const batch = await store.transact(() => recover(now, RECOVERY_BATCH));
        if (batch.length === 0) return settled;
        settled.push(...batch);
      }
    },
    purge: /* @__PURE__ */ __name((made) => store.transact(() => purge(made)), "purge"),
    dossier: /* @__PURE__ */ __name((memberId) => store.read(() => dossier(memberId)), "dossier"),
    async forget(memberId, now) {
      let forgotten = 0;
      for (; ; ) {
        const { settled, pending } = await store.read(() => claimsNaming(memberId));
        if (settled.length === 0) return { forgotten, pending };
        for (let at = 0; at < settled.length; at += FORGET_BATCH) {
          const some = settled.slice(at, at + FORGET_BATCH);
          await store.transact(() => forget(memberId, some, now));
        }
        forgotten += settled.length;
      }
    },
    async check() {
      await store.transact(touch);
    },
    close: /* @__PURE__ */ __name(() => store.close(), "close")
  };
}
__name(sqlLedger, "sqlLedger");
function* indexMembers() {
  yield* all(MEMBER_INDEX);
}
__name(indexMembers, "indexMembers");
function* forgetUseless(now) {
  yield* forgetExpired(now);
  yield* forgetWhole(now);
}
__name(forgetUseless, "forgetUseless");
function* touch() {
  yield* all("UPDATE tallies SET claims = claims WHERE 1 = 0");
}
__name(touch, "touch");

// ../../src/ledger/durable-object.ts
function durableObjectLedger(storage, options = {}) {
  return sqlLedger(new DurableObjectStore(storage), options);
}
__name(durableObjectLedger, "durableObjectLedger");
var DurableObjectStore = class {
  static {
    __name(this, "DurableObjectStore");
  }
  #storage;
  constructor(storage) {
    this.#storage = storage;
    this.#inTransaction(() => this.#migrate());
  }
  /** The runtime commits many transactions with one flush, and lets nothing leave the object before it. */
  async transact(operation) {
    const value = this.#inTransaction(() => this.#drive(operation()));
    await this.#storage.sync().catch((error) => {
      throw ledgerError(error);
    });
    return value;
  }
  async read(operation) {
    return this.#inTransaction(() => this.#drive(operation()));
  }
  /** The object keeps its database. */
  async close() {
  }
  #inTransaction(work) {
    try {
      return this.#storage.transactionSync(work);
    } catch (error) {
      throw ledgerError(error);
    }
  }
  #drive(operation) {
    return driveSync(operation, (statement) => this.#rows(statement));
  }
  #rows(statement) {
    if ("lock" in statement) return [];
    return this.#storage.sql.exec(statement.sql, ...statement.params).toArray();
  }
  #migrate() {
    const { sql } = this.#storage;
    sql.exec("CREATE TABLE IF NOT EXISTS migrations (step INTEGER PRIMARY KEY)");
    const applied = Number(sql.exec("SELECT COUNT(*) AS applied FROM migrations").toArray()[0]?.["applied"]);
    const steps = migrations({ integer: "INTEGER", table: "STRICT, WITHOUT ROWID" });
    for (const [index, statements] of missingSteps(steps, applied).entries()) {
      for (const statement of statements) sql.exec(statement);
      sql.exec("INSERT INTO migrations (step) VALUES (?)", applied + index + 1);
    }
  }
};
function ledgerError(error) {
  if (error instanceof Overtaken || error instanceof RangeError || error instanceof LedgerError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new LedgerError(`the ledger of the Durable Object failed: ${reason}`, { code: "durable-object", cause: error });
}
__name(ledgerError, "ledgerError");

// ledger-over-http.ts
async function answerLedgerCall(request, ledger) {
  const [method, ...args] = await request.json();
  return Response.json(await outcome(() => Reflect.apply(ledger[method], ledger, args)));
}
__name(answerLedgerCall, "answerLedgerCall");
async function outcome(call) {
  try {
    return { value: await call() };
  } catch (error) {
    const { message } = error;
    return { error: { message, code: error instanceof LedgerError ? error.code : null } };
  }
}
__name(outcome, "outcome");

// ledger-worker.ts
var LedgerObject = class {
  static {
    __name(this, "LedgerObject");
  }
  #ledger;
  constructor({ storage }) {
    this.#ledger = durableObjectLedger(storage);
  }
  fetch(request) {
    return answerLedgerCall(request, this.#ledger);
  }
};
var ledger_worker_default = {
  fetch: /* @__PURE__ */ __name((request, { LEDGER }) => LEDGER.getByName(new URL(request.url).pathname).fetch(request), "fetch")
};

// node_modules/wrangler/templates/middleware/middleware-ensure-req-body-drained.ts
var drainBody = /* @__PURE__ */ __name(async (request, env, _ctx, middlewareCtx) => {
  try {
    return await middlewareCtx.next(request, env);
  } finally {
    try {
      if (request.body !== null && !request.bodyUsed) {
        const reader = request.body.getReader();
        while (!(await reader.read()).done) {
        }
      }
    } catch (e) {
      console.error("Failed to drain the unused request body.", e);
    }
  }
}, "drainBody");
var middleware_ensure_req_body_drained_default = drainBody;

// node_modules/wrangler/templates/middleware/middleware-miniflare3-json-error.ts
function reduceError(e) {
  return {
    name: e?.name,
    message: e?.message ?? String(e),
    stack: e?.stack,
    cause: e?.cause === void 0 ? void 0 : reduceError(e.cause)
  };
}
__name(reduceError, "reduceError");
var jsonError = /* @__PURE__ */ __name(async (request, env, _ctx, middlewareCtx) => {
  try {
    return await middlewareCtx.next(request, env);
  } catch (e) {
    const error = reduceError(e);
    const body = JSON.stringify(error);
    const headers = {
      "Content-Type": "application/json",
      "MF-Experimental-Error-Stack": "true"
    };
    const encoded = encodeURIComponent(body);
    if (encoded.length <= 8192) {
      headers["MF-Experimental-Error-Stack-Payload"] = encoded;
    }
    return new Response(body, { status: 500, headers });
  }
}, "jsonError");
var middleware_miniflare3_json_error_default = jsonError;

// .wrangler/tmp/bundle-423xcb/middleware-insertion-facade.js
var __INTERNAL_WRANGLER_MIDDLEWARE__ = [
  middleware_ensure_req_body_drained_default,
  middleware_miniflare3_json_error_default
];
var middleware_insertion_facade_default = ledger_worker_default;

// node_modules/wrangler/templates/middleware/common.ts
var __facade_middleware__ = [];
function __facade_register__(...args) {
  __facade_middleware__.push(...args.flat());
}
__name(__facade_register__, "__facade_register__");
function __facade_invokeChain__(request, env, ctx, dispatch, middlewareChain) {
  const [head, ...tail] = middlewareChain;
  const middlewareCtx = {
    dispatch,
    next(newRequest, newEnv) {
      return __facade_invokeChain__(newRequest, newEnv, ctx, dispatch, tail);
    }
  };
  return head(request, env, ctx, middlewareCtx);
}
__name(__facade_invokeChain__, "__facade_invokeChain__");
function __facade_invoke__(request, env, ctx, dispatch, finalMiddleware) {
  return __facade_invokeChain__(request, env, ctx, dispatch, [
    ...__facade_middleware__,
    finalMiddleware
  ]);
}
__name(__facade_invoke__, "__facade_invoke__");

// .wrangler/tmp/bundle-423xcb/middleware-loader.entry.ts
var __Facade_ScheduledController__ = class ___Facade_ScheduledController__ {
  constructor(scheduledTime, cron, noRetry) {
    this.scheduledTime = scheduledTime;
    this.cron = cron;
    this.#noRetry = noRetry;
  }
  static {
    __name(this, "__Facade_ScheduledController__");
  }
  #noRetry;
  noRetry() {
    if (!(this instanceof ___Facade_ScheduledController__)) {
      throw new TypeError("Illegal invocation");
    }
    this.#noRetry();
  }
};
function wrapExportedHandler(worker) {
  if (__INTERNAL_WRANGLER_MIDDLEWARE__ === void 0 || __INTERNAL_WRANGLER_MIDDLEWARE__.length === 0) {
    return worker;
  }
  for (const middleware of __INTERNAL_WRANGLER_MIDDLEWARE__) {
    __facade_register__(middleware);
  }
  const fetchDispatcher = /* @__PURE__ */ __name(function(request, env, ctx) {
    if (worker.fetch === void 0) {
      throw new Error("Handler does not export a fetch() function.");
    }
    return worker.fetch(request, env, ctx);
  }, "fetchDispatcher");
  return {
    ...worker,
    fetch(request, env, ctx) {
      const dispatcher = /* @__PURE__ */ __name(function(type, init) {
        if (type === "scheduled" && worker.scheduled !== void 0) {
          const controller = new __Facade_ScheduledController__(
            Date.now(),
            init.cron ?? "",
            () => {
            }
          );
          return worker.scheduled(controller, env, ctx);
        }
      }, "dispatcher");
      return __facade_invoke__(request, env, ctx, dispatcher, fetchDispatcher);
    }
  };
}
__name(wrapExportedHandler, "wrapExportedHandler");
function wrapWorkerEntrypoint(klass) {
  if (__INTERNAL_WRANGLER_MIDDLEWARE__ === void 0 || __INTERNAL_WRANGLER_MIDDLEWARE__.length === 0) {
    return klass;
  }
  for (const middleware of __INTERNAL_WRANGLER_MIDDLEWARE__) {
    __facade_register__(middleware);
  }
  return class extends klass {
    #fetchDispatcher = /* @__PURE__ */ __name((request, env, ctx) => {
      this.env = env;
      this.ctx = ctx;
      if (super.fetch === void 0) {
        throw new Error("Entrypoint class does not define a fetch() function.");
      }
      return super.fetch(request);
    }, "#fetchDispatcher");
    #dispatcher = /* @__PURE__ */ __name((type, init) => {
      if (type === "scheduled" && super.scheduled !== void 0) {
        const controller = new __Facade_ScheduledController__(
          Date.now(),
          init.cron ?? "",
          () => {
          }
        );
        return super.scheduled(controller);
      }
    }, "#dispatcher");
    fetch(request) {
      return __facade_invoke__(
        request,
        this.env,
        this.ctx,
        this.#dispatcher,
        this.#fetchDispatcher
      );
    }
  };
}
__name(wrapWorkerEntrypoint, "wrapWorkerEntrypoint");
var WRAPPED_ENTRY;
if (typeof middleware_insertion_facade_default === "object") {
  WRAPPED_ENTRY = wrapExportedHandler(middleware_insertion_facade_default);
} else if (typeof middleware_insertion_facade_default === "function") {
  WRAPPED_ENTRY = wrapWorkerEntrypoint(middleware_insertion_facade_default);
}
var middleware_loader_entry_default = WRAPPED_ENTRY;
export {
  LedgerObject,
  __INTERNAL_WRANGLER_MIDDLEWARE__,
  middleware_loader_entry_default as default
};
//# sourceMappingURL=ledger-worker.js.map
