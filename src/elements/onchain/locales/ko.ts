import type { OnchainMessages } from '../messages.ts';

export default {
  claimOnchain: '지갑으로 받기',
  wallet: '지갑',
  chooseWallet: '지갑 선택',
  noWallet: '지갑을 찾을 수 없음',
  getWallet: '지갑을 설치하거나 지갑의 브라우저에서 이 페이지를 여세요.',
  confirm: '지갑에서 확인하세요.',
  declined: '지갑에서 거절했습니다. 아무것도 전송되지 않았습니다.',
  wrongChain: '지갑을 {chain}(으)로 전환하세요.',
  walletChanged: '지갑이 바뀌었습니다. 다시 확인하세요.',
  walletBroken: '지갑이 제대로 응답하지 않았습니다.',
  transaction: '트랜잭션 해시',
  transactionInvalid: '트랜잭션 해시가 아닙니다. 다시 복사하세요.',
  confirming: '체인이 아직 확인하고 있습니다.',
} satisfies Partial<OnchainMessages>;
