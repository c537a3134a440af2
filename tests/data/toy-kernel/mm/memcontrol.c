#define NR_MEMCG_STOCK 7
#define NR_OBJ_STOCK 5
